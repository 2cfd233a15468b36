import Bloc

extension Receipt {
    /// The outcome as text, such as `dropped(busy)`.
    var word: String {
        get async { await outcome.description }
    }
}

extension [Receipt] {
    /// The outcomes as texts.
    var words: [String] {
        get async {
            var words: [String] = []
            for receipt in self { words.append(await receipt.word) }
            return words
        }
    }
}
