import Foundation
public import Repository

/// Saves a growing state again and again, and says after each time that it is saved.
public struct ValueLoop: Sendable {
    /// A state that shows whether it is whole.
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

    /// Saves in the store.
    public init(store: any ValueStore) {
        self.store = store
    }

    /// Goes on from the state that is there until the process ends.
    public func run() throws {
        var number = try store.item(State.self, for: Self.key)?.number ?? 0
        while true {
            number += 1
            try store.save(item: State(number), for: Self.key)
            // Past all buffers of this process: what is said stays said.
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
