import Repository

@testable import Exchange

/// The whole text that a writer makes of contacts.
func written(_ contacts: [Contact], by writer: some ReportWriter<Contact>) -> String {
    var writer = writer
    return String(decoding: writer.page(contacts) + writer.end(), as: UTF8.self)
}

extension Contact {
    /// The contact with what only a store or a source says of another: identifier, origin, pictures and registration.
    func stored(like other: Contact) -> Contact {
        var contact = self
        (contact.id, contact.origin) = (other.id, other.origin)
        (contact.picture, contact.registered) = (other.picture, other.registered)
        return contact
    }
}

extension [UInt8] {
    /// The bytes in pieces of that size.
    func pieces(of size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

/// What a parser makes of a file that comes in pieces.
struct ParsedFile {
    private(set) var contacts: [Contact] = []
    private(set) var problems: [String] = []
    private(set) var notices: [String] = []

    init<Parser: ContactParser>(_ parser: inout Parser, _ bytes: [UInt8], pieces: Int = 1_000_000) {
        for piece in bytes.pieces(of: pieces) {
            parser.append(piece)
            drain(&parser)
        }
        parser.finish()
        drain(&parser)
    }

    init(_ format: ExchangeFormat, _ text: String, csv options: CSVOptions = CSVOptions()) {
        var survey = CSVSurvey(options: options)
        try? survey.take(Array(text.utf8), isLast: true)
        var parser = AnyParser(parser: format.parser(csv: options, survey: format.isTabular ? survey : nil))
        self.init(&parser, Array(text.utf8))
    }

    private mutating func drain(_ parser: inout some ContactParser) {
        while let next = parser.next() {
            switch next {
            case .contact(let contact): contacts.append(contact)
            case .problem(let line, let reason): problems.append("\(line): \(reason)")
            case .fault(let line, let reason): problems.append("\(line): \(reason)")
            case .notice(let line, let text): notices.append("\(line): \(text)")
            }
        }
    }

    private struct AnyParser: ContactParser {
        var parser: any ContactParser
        mutating func append(_ bytes: [UInt8]) { parser.append(bytes) }
        mutating func finish() { parser.finish() }
        mutating func next() -> ParsedContact? { parser.next() }
        var isBroken: Bool { parser.isBroken }
    }
}
