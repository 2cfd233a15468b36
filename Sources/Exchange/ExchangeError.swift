/// What was asked of a file cannot be done: a name that tells no format, or a mapping of columns that are not there.
package struct ExchangeError: Error, Equatable {
    /// What happened, the value, and what to do.
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}
