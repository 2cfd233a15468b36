extension Contact {
    /// The name under which the contact is listed, sorted, chosen and reported.
    ///
    /// The first of these that is known: the name (``PersonName/whole(withTitle:)``), the nickname, the organization, the
    /// e-mail address, the telephone number. Empty only for a contact that has none of them.
    public var displayName: String { displayName(withTitle: false) }

    /// ``displayName``, with the form of address before a name that is composed of its parts.
    public func displayName(withTitle: Bool) -> String {
        let whole = name.whole(withTitle: withTitle)
        return whole.isEmpty ? standInName : whole
    }

    /// The name that follows from the other fields, whatever ``PersonName/formatted`` says, with the form of address.
    public var composedName: String {
        let parts = name.joined(withTitle: true)
        return parts.isEmpty ? standInName : parts
    }

    /// What names a contact without a name; empty when nothing does.
    var standInName: String {
        [nickname, organization, email, phone ?? cell].lazy.compactMap { $0 }.first { !$0.isBlank } ?? ""
    }
}

extension PersonName {
    /// The whole name as it was given, else the known parts with one blank between them.
    package func whole(withTitle: Bool = false) -> String {
        if let formatted, !formatted.isBlank { return formatted }
        return joined(withTitle: withTitle)
    }

    /// The known parts with one blank between them.
    func joined(withTitle: Bool) -> String {
        let parts = [first, middle, last, suffix].compactMap { $0 }.filter { !$0.isBlank }
        // A form of address alone names no one.
        let title = parts.isEmpty || !withTitle ? [] : [title].compactMap { $0 }.filter { !$0.isBlank }
        return (title + parts).joined(separator: " ")
    }
}

extension String {
    /// Whether there is nothing to see.
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
