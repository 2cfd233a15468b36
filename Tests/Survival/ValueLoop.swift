import Foundation
public import Repository

/// Saves changing states in a loop, and prints the number of each saved one.
public struct ValueLoop: Sendable {
    /// A state that shows whether it is complete.
    struct State: Codable {
        var number: Int
        var lines: [String]

        init(_ number: Int) {
            self.number = number
            // From a hundred bytes to some pages of the file.
            lines = Array(repeating: "line of state \(number)", count: number * 37 % 1000 + 4)
        }

        var isWhole: Bool { lines == State(number).lines }
    }

    static let key = "survival"

    private let store: any ValueStore

    /// Creates a loop over the store.
    public init(store: any ValueStore) {
        self.store = store
    }

    /// Continues from the stored state until the process is killed.
    public func run() throws {
        var number = try store.item(State.self, for: Self.key)?.number ?? 0
        while true {
            number += 1
            try store.save(item: State(number), for: Self.key)
            // Unbuffered, so that the output survives the process.
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
