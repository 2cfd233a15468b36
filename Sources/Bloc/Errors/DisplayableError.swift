/// An error that can be shown to people.
public protocol DisplayableError: Error {
    /// A few words: what kind of thing went wrong.
    var title: String { get }
    /// What happened, in a sentence.
    var message: String { get }
    /// What to do about it, if anything.
    var recovery: String? { get }
}
