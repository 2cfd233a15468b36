/// Fatal errors for mistakes that the compiler can't reject.
///
/// They use `fatalError`, because release builds drop the message of `preconditionFailure`.
@usableFromInline
package enum Misuse: Sendable {
    /// Stops with a message that says what happened and shows a wrong and a right example.
    package static func stop(_ what: String, wrong: String, right: String) -> Never {
        fatalError("Bloc: \(what)\n\nWrong:\n\(indented(wrong))\n\nRight:\n\(indented(right))\n")
    }

    private static func indented(_ code: String) -> String {
        code.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(separator: "\n")
    }

    @usableFromInline
    @inline(never)
    static func touchedBlocUnderLock() -> Never {
        stop(
            "A bloc was accessed inside `==`, an `update` closure or a policy. These run inside the lock of a bloc, "
                + "where accessing any bloc would deadlock.",
            wrong: "emit.update { $0.total = other.state.total }",
            right: "let total = other.state.total\nemit.update { $0.total = total }"
        )
    }
}
