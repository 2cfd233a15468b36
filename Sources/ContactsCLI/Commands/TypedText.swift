import Repository

/// A value as it is typed: `ada@example.com`, or with its types before it, `work:ada@example.com`.
struct TypedText: Equatable, Sendable {
    /// What is no type though it looks like one: the beginnings of addresses.
    private static let schemes: Set<String> = ["tel", "mailto", "sip", "sips", "xmpp"]

    let value: String
    let types: [String]

    init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let types = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, types.allSatisfy(Self.isType) else {
            self.value = text
            self.types = []
            return
        }
        self.value = parts[1]
        self.types = types
    }

    /// What the values of a repeatable option mean for a contact: one without a type is set in the place of the one that
    /// is shown, others are all there are from now on.
    static func edit(_ texts: [String]) -> (shown: String?, all: [ContactValue]?) {
        let values = texts.map(TypedText.init(parsing:))
        guard let first = values.first else { return (nil, nil) }
        if values.count == 1, first.types.isEmpty { return (first.value, nil) }
        return (nil, values.filter { !$0.value.isEmpty }.map { ContactValue($0.value, types: $0.types) })
    }

    private static func isType(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return !schemes.contains(text)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
