/// An error that may turn out not to be worth showing.
public protocol SuppressibleError: Error {
    /// Whether it is to be kept from people this time. It is asked each time the error is reported; logging is not affected.
    var isSuppressed: Bool { get }
}
