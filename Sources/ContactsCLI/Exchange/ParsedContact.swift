import Repository

/// What a file of contacts has next.
enum ParsedContact: Sendable {
    /// A contact.
    case contact(Contact)
    /// Something that is none, with the number of its line.
    case problem(line: Int, reason: String)
    /// Something to know about the file, with the number of its line.
    case notice(line: Int, text: String)
}
