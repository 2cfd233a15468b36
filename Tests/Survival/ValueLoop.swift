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

        /// Reads the stored state.
        static func stored(in store: any ValueStore) throws -> State? {
            try store.value(for: ValueLoop.key).map { try JSONDecoder().decode(State.self, from: Data($0.utf8)) }
        }
    }

    static let key = "survival"

    private let store: any ValueStore

    /// Creates a loop over the store.
    public init(store: any ValueStore) {
        self.store = store
    }

    /// Continues from the stored state until the process is killed.
    public func run() throws {
        var number = try State.stored(in: store)?.number ?? 0
        while true {
            number += 1
            try store.save([Self.key: String(decoding: JSONEncoder().encode(State(number)), as: UTF8.self)])
            // Unbuffered, so that the output survives the process.
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
