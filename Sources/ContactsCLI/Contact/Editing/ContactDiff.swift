import Repository

/// What changes between two forms of a contact, as lines of its template.
enum ContactDiff {
    /// The lines that go and come, harmless for a terminal.
    static func lines(from old: Contact, to new: Contact) -> [String] {
        let texts = [old, new].map {
            ContactTemplate.text(of: ContactDraft($0)).split(separator: "\n").map(String.init)
        }
        return LineDiff.lines(from: texts[0], to: texts[1])
    }
}
