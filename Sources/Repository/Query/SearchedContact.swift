/// A contact while conditions are compared with it; its words are made once, and only when they are asked for.
struct SearchedContact {
    private let contact: Contact

    /// All words, in plain Latin letters and as they were written.
    private(set) lazy var words: [[String]] = SearchWords(contact).tokens

    init(_ contact: Contact) {
        self.contact = contact
    }

    mutating func matches(_ condition: ContactCondition) -> Bool {
        switch condition {
        case .words(let word): word.isFound(in: words)
        case .text(let field, let word): field.texts(of: contact).contains { Self.matches(word, $0) }
        case .phone(let field, let key):
            field.texts(of: contact).contains { PhoneKey($0).map(key.isFound) ?? false }
        case .date(let field, let date):
            field.texts(of: contact).contains { PartialDate($0).map(date.agrees) ?? false }
        case .flag(let field, let value): field.flag(of: contact) == value
        case .whole(let field, let value): field.texts(of: contact).contains { $0.lowercased() == value }
        case .identifier(let field, let start):
            field.texts(of: contact).contains { $0.lowercased().utf8.starts(with: start.utf8) }
        case .nobody: false
        }
    }

    private static func matches(_ word: SearchWord, _ text: String) -> Bool {
        var texts = [SearchWords.tokens(SearchWords.folded(text))]
        if !text.utf8.allSatisfy({ $0 < 128 }) { texts.append(SearchWords.tokens(SearchWords.written(text))) }
        return word.isFound(in: texts)
    }
}
