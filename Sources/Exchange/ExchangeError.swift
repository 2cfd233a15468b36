/// An error in how a file is to be read or written: an unknown extension, or a mapping of a column that doesn't exist.
package struct ExchangeError: Error, Equatable {
    /// The message, with the value and what to do.
    package let message: String
}
