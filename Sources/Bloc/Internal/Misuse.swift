/// Stops the program for programmer errors that the compiler cannot reject.
///
/// It uses `fatalError`, because release builds drop the message of `preconditionFailure`.
@usableFromInline
package enum Misuse: Sendable {
    /// Stops with a message that says what happened and shows wrong and right code.
    package static func stop(_ what: String, wrong: String, right: String) -> Never {
        fatalError("Bloc: \(what)\n\nWrong:\n\(indented(wrong))\n\nRight:\n\(indented(right))\n")
    }

    private static func indented(_ code: String) -> String {
        code.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(separator: "\n")
    }

    /// Stops because creating a bloc needs the bloc itself.
    static func creationCycle(_ keys: [AnyBlocKey]) -> Never {
        let path = keys.map(\.name).joined(separator: " → ")
        stop(
            "Creating a bloc needs the bloc itself: \(path).",
            wrong: "manager.bloc(for: a) { A(manager.bloc(for: b) { B(manager.bloc(for: a) { … }) }) }",
            right: "Give one of them the manager, and look the other up in a handler: manager.find(a)"
        )
    }

    /// Stops because blocs are closed with each other in a cycle.
    static func closingCycle(_ keys: [AnyBlocKey]) -> Never {
        let path = keys.map(\.name).joined(separator: " → ")
        stop(
            "Blocs are to be closed with each other in a cycle: \(path).",
            wrong: "manager.bloc(for: a, closeWith: b) { … }\nmanager.bloc(for: b, closeWith: a) { … }",
            right: "manager.bloc(for: a) { … }\nmanager.bloc(for: b, closeWith: a) { … }"
        )
    }

    /// Stops because one key was used with two types.
    static func keyOfTwoTypes(_ key: String, _ first: String, _ second: String) -> Never {
        stop(
            "The key \"\(key)\" names a \(first) and was used for a \(second).",
            wrong: "BlocKey<\(first)>(\"\(key)\")\nBlocKey<\(second)>(\"\(key)\")",
            right: "BlocKey<\(first)>(\"\(key)\")\nBlocKey<\(second)>(\"another-key\")"
        )
    }

    /// Stops because user code under the lock of a bloc touched a bloc.
    @usableFromInline
    @inline(never)
    static func touchedBlocUnderLock() -> Never {
        stop(
            "A bloc was touched from inside `==`, an `update` closure or a policy. These run inside the lock of a bloc, "
                + "where touching any bloc would deadlock.",
            wrong: "emit.update { $0.total = other.state.total }",
            right: "let total = other.state.total\nemit.update { $0.total = total }"
        )
    }
}
