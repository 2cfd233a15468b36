import Bloc

extension Receipt {
    /// The outcome as text, such as `dropped(busy)`.
    var word: String {
        get async { await outcome.description }
    }
}
