import Primitives
package import Repository

/// The formats of contact files; each can be read and written.
package enum ExchangeFormat: String, CaseIterable, Codable, Sendable {
    case vcard
    case jcard
    case csv
    case tsv
    case json
    case ndjson
    case muttAlias = "mutt-alias"
    case abook
    case ldif

    /// The file name extensions of this format; the first one is the usual one.
    private var endings: [String] {
        switch self {
        case .vcard: ["vcf", "vcard"]
        case .jcard: ["jcf", "jcard"]
        case .csv: ["csv"]
        case .tsv: ["tsv", "tab"]
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .muttAlias: ["aliases", "alias", "muttrc", "mutt", "mutt-alias"]
        case .abook: ["abook", "addressbook"]
        case .ldif: ["ldif", "ldi"]
        }
    }

    /// Finds the format by a file's extension or whole name; `nil` if the name isn't conclusive.
    package init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let end = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard let format = Self.allCases.first(where: { $0.endings.contains(end) }) else { return nil }
        self = format
    }

    /// Extensions that don't imply a format, so that the content decides.
    private static let neutral: Set<String> = [
        "", "txt", "text", "bak", "backup", "old", "orig", "new", "tmp", "dat", "data", "out", "copy", "card", "cards",
    ]

    /// Returns the format of a file to read, based on its name; `nil` if the content has to decide.
    ///
    /// - Throws: ``ExchangeError`` listing the formats, if the extension belongs to another kind of file.
    package static func reading(_ path: String) throws(ExchangeError) -> ExchangeFormat? {
        if let format = ExchangeFormat(path: path) { return format }
        let name = path.split(separator: "/").last ?? ""
        let end = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        guard neutral.contains(end) || end.allSatisfy(\.isNumber) || name.hasSuffix("~") else {
            throw ExchangeError(message: "“\(path)” isn't the name of a contacts file. \(advice)")
        }
        return nil
    }

    /// Returns the format of a file to write, based on its name.
    ///
    /// - Throws: ``ExchangeError`` listing the formats, if the name has none of their extensions.
    package static func writing(_ path: String) throws(ExchangeError) -> ExchangeFormat {
        if let format = ExchangeFormat(path: path) { return format }
        // Users don't choose the names of pipes and devices.
        if let kind = FileKind(path: path), kind != .file { return .vcard }
        throw ExchangeError(message: "The name “\(path)” doesn't determine the format. \(advice)")
    }

    private static let advice: String = {
        let ends = allCases.compactMap { $0.endings.first.map { "." + $0 } }.joined(separator: ", ")
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return "Use a name that ends in \(ends), or name the format with --format: \(names)."
    }()

    /// Detects the format from the beginning of a file; `nil` if that isn't conclusive.
    package init?(beginning: [UInt8]) {
        let text = Self.text(beginning)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        let first = lines.first { !$0.hasPrefix("#") } ?? ""
        if first.hasPrefix("begin:") {
            self = .vcard
        } else if first.hasPrefix("dn:") || first.hasPrefix("version:"), lines.contains(where: { $0.hasPrefix("dn:") })
        {
            self = .ldif
        } else if first == "[format]" || first == "[0]" {
            self = .abook
        } else if first.hasPrefix("alias ") || first.hasPrefix("alias\t") {
            self = .muttAlias
        } else if text.hasPrefix("[") || text.hasPrefix("{") {
            self = Self.isJCard(text) ? .jcard : .json
        } else if first.contains(where: { ",;\t".contains($0) }) {
            self = .csv
        } else {
            return nil
        }
    }

    /// Corrects the format based on the beginning of the file: a `.json` file may contain jCards.
    package func adjusted(to beginning: [UInt8]) -> ExchangeFormat {
        self == .json && Self.isJCard(Self.text(beginning)) ? .jcard : self
    }

    private static func text(_ beginning: [UInt8]) -> Substring {
        String(decoding: beginning.prefix(4_096), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    private static func isJCard(_ text: Substring) -> Bool {
        let compact = text.prefix(512).filter { !$0.isWhitespace }
        return compact.hasPrefix("[\"vcard\"") || compact.hasPrefix("[[\"vcard\"")
    }

    /// Returns a parser for this format.
    package func parser(csv options: CSVOptions = CSVOptions(), survey: CSVSurvey? = nil) -> any ContactParser {
        switch self {
        case .vcard: VCardContactParser()
        case .json, .ndjson: ContactFromJSON.parser()
        case .jcard: JCardReader.parser()
        case .csv, .tsv: CSVContactParser(options: options, survey: survey)
        case .muttAlias: BookContactParser(MuttAliasReader())
        case .abook: BookContactParser(AbookReader())
        case .ldif: BookContactParser(LDIFReader())
        }
    }

    /// Whether the format is text in columns.
    package var isTabular: Bool { self == .csv || self == .tsv }
}

/// Reads contacts from a file's bytes as they arrive, using memory that doesn't grow with the file.
package protocol ContactParser: Sendable {
    /// Appends bytes of the file.
    mutating func append(_ bytes: [UInt8])

    /// Marks the end of the file.
    mutating func finish()

    /// Returns the next result; `nil` if more bytes are needed or at the end.
    mutating func next() -> ParsedContact?

    /// Simulates writing a contact in the format of the last one read, and reading it back; `nil` if the program never
    /// writes that format.
    var rewritten: (@Sendable (Contact) -> Contact?)? { get }

    /// Whether the rest of the file can't be read, so that it can be skipped.
    var isBroken: Bool { get }
}

extension ContactParser {
    /// `false`: most parsers continue after any fault.
    package var isBroken: Bool { false }
    package var rewritten: (@Sendable (Contact) -> Contact?)? { nil }

    /// Returns the first contact that a parser finds in a file.
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

/// A result of reading a contact file.
package enum ParsedContact: Sendable {
    /// A contact.
    case contact(Contact)
    /// Something that isn't a contact, with its line number.
    case problem(line: Int, reason: String)
    /// An unreadable line that is kept with its contact.
    case fault(line: Int, reason: String)
    /// A note about the file for the user, with a line number.
    case notice(line: Int, text: String)
}

/// Writes rows of one kind, page by page.
package protocol ReportWriter<Row> {
    associatedtype Row

    /// Returns the bytes for the next rows, in order.
    mutating func page(_ rows: [Row]) -> [UInt8]

    /// Returns the bytes that follow the last page; called once, even if there were no pages.
    mutating func end() -> [UInt8]
}

extension ReportWriter {
    /// Returns nothing: most formats end with the last row.
    package mutating func end() -> [UInt8] { [] }
}

/// An invalid request to read or write a file: an unknown extension, or a mapping for a column that doesn't exist.
package struct ExchangeError: Error, Equatable {
    /// The message, including the value and what to do.
    package let message: String
}
