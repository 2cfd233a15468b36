import ArgumentParser
import Repository

/// The forms in which contacts come from files and go to files.
enum ExchangeFormat: String, CaseIterable, Codable, ExpressibleByArgument, Sendable {
    case vcard
    case jcard
    case csv
    case json
    case ndjson

    /// The form that a file is in, by the end of its name, else by how it begins; `nil` when nothing tells.
    init?(path: String, beginning: [UInt8]) {
        let name = path.lowercased()
        let ends: [(String, ExchangeFormat)] = [
            (".vcf", .vcard), (".vcard", .vcard), (".jcf", .jcard), (".jcard", .jcard), (".csv", .csv), (".tsv", .csv),
            (".ndjson", .ndjson), (".jsonl", .ndjson),
        ]
        if let end = ends.first(where: { name.hasSuffix($0.0) }) {
            self = end.1
            return
        }
        let text = String(decoding: beginning.prefix(512), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.hasPrefix("begin:") {
            self = .vcard
        } else if text.hasPrefix("[") || text.hasPrefix("{") {
            let compact = text.filter { !$0.isWhitespace }
            self = compact.hasPrefix("[\"vcard\"") || compact.hasPrefix("[[\"vcard\"") ? .jcard : .json
        } else if text.prefix(while: { !$0.isNewline }).contains(where: { ",;\t".contains($0) }) {
            self = .csv
        } else {
            return nil
        }
    }

    /// A parser of this form.
    func parser() -> any ContactParser {
        switch self {
        case .vcard: VCardContactParser()
        case .json, .ndjson: ContactFromJSON.parser()
        case .jcard: JCardReader.parser()
        case .csv: CSVContactParser()
        }
    }
}

/// Takes the bytes of a file as they come and gives contacts, in memory that does not grow with the file.
protocol ContactParser: Sendable {
    /// Takes more bytes.
    mutating func append(_ bytes: [UInt8])

    /// Says that there are no more.
    mutating func finish()

    /// What comes next; `nil` when more bytes are needed, or at the end.
    mutating func next() -> ParsedContact?

    /// How a stored contact would come back if the program wrote it in the form of the last contact and read it again;
    /// `nil` when it never writes that form.
    var rewritten: (@Sendable (Contact) -> Contact?)? { get }
}

extension ContactParser {
    var rewritten: (@Sendable (Contact) -> Contact?)? { nil }
}

extension ContactParser {
    /// The first contact of a file that this parser reads.
    static func first(_ parser: Self, of bytes: [UInt8]) -> Contact? {
        var parser = parser
        parser.append(bytes)
        parser.finish()
        while let next = parser.next() {
            if case .contact(let contact) = next { return contact }
        }
        return nil
    }
}

/// What a file of contacts has next.
enum ParsedContact: Sendable {
    /// A contact.
    case contact(Contact)
    /// Something that is none, with the number of its line.
    case problem(line: Int, reason: String)
    /// A line that could not be read and is kept with its contact.
    case fault(line: Int, reason: String)
    /// Something to know about the file, with the number of its line.
    case notice(line: Int, text: String)
}
