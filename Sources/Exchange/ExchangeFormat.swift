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

    /// The file name extensions of this format; the first is the usual one.
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

    /// Finds the format by the extension of a file or by its whole name; `nil` if the name doesn't decide.
    package init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let end = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard let format = Self.allCases.first(where: { $0.endings.contains(end) }) else { return nil }
        self = format
    }

    /// The extensions that say nothing about the content, which then decides.
    private static let neutral: Set<String> = [
        "", "txt", "text", "bak", "backup", "old", "orig", "new", "tmp", "dat", "data", "out", "copy", "card", "cards",
    ]

    /// Returns the format of a file to read, by its name; `nil` if the content has to decide.
    ///
    /// - Throws: ``ExchangeError`` with the list of formats for the extension of another kind of file.
    package static func reading(_ path: String) throws(ExchangeError) -> ExchangeFormat? {
        if let format = ExchangeFormat(path: path) { return format }
        let name = path.split(separator: "/").last ?? ""
        let end = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        guard neutral.contains(end) || end.allSatisfy(\.isNumber) || name.hasSuffix("~") else {
            throw ExchangeError(message: "The name “\(path)” is not that of a file of contacts. \(advice)")
        }
        return nil
    }

    /// Returns the format of a file to write, by its name.
    ///
    /// - Throws: ``ExchangeError`` with the list of formats if the name has none of their extensions.
    package static func writing(_ path: String) throws(ExchangeError) -> ExchangeFormat {
        if let format = ExchangeFormat(path: path) { return format }
        // The names of pipes and devices weren't chosen by the user.
        if let kind = FileKind(path: path), kind != .file { return .vcard }
        throw ExchangeError(message: "The name “\(path)” does not tell the format. \(advice)")
    }

    private static let advice: String = {
        let ends = allCases.compactMap { $0.endings.first.map { "." + $0 } }.joined(separator: ", ")
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return "Use a name that ends in \(ends), or name the format with --format: \(names)."
    }()

    /// Finds the format by the beginning of a file; `nil` if that doesn't decide.
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

    /// Returns the format for a file with this beginning: a `.json` file may be jCard.
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

    /// Returns a parser of this format.
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

    /// Whether it is text in columns.
    package var isTabular: Bool { self == .csv || self == .tsv }
}

/// Reads contacts from the bytes of a file as they arrive, in memory that doesn't grow with the file.
package protocol ContactParser: Sendable {
    /// Appends bytes of the file.
    mutating func append(_ bytes: [UInt8])

    /// Ends the file.
    mutating func finish()

    /// Returns what comes next; `nil` when more bytes are needed, or at the end.
    mutating func next() -> ParsedContact?

    /// Returns a stored contact as it would be after writing it in the format of the last contact and reading it again;
    /// `nil` if the program never writes that format.
    var rewritten: (@Sendable (Contact) -> Contact?)? { get }

    /// Whether nothing that follows can be read, so that the rest of the file can be skipped.
    var isBroken: Bool { get }
}

extension ContactParser {
    /// Most parsers go on after any fault.
    package var isBroken: Bool { false }
    package var rewritten: (@Sendable (Contact) -> Contact?)? { nil }

    /// Returns the first contact that this parser reads from a file.
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

/// The next result of reading a file of contacts.
package enum ParsedContact: Sendable {
    /// A contact.
    case contact(Contact)
    /// Something that isn't a contact, with its line number.
    case problem(line: Int, reason: String)
    /// A line that couldn't be read and is kept with its contact.
    case fault(line: Int, reason: String)
    /// A note on the file for the user, with a line number.
    case notice(line: Int, text: String)
}

/// Writes rows of one kind, page by page.
package protocol ReportWriter<Row> {
    associatedtype Row

    /// Returns the bytes of the next rows, in order.
    mutating func page(_ rows: [Row]) -> [UInt8]

    /// Returns the bytes after the last page; called once, even without a page.
    mutating func end() -> [UInt8]
}

extension ReportWriter {
    /// Most formats end with their last row.
    package mutating func end() -> [UInt8] { [] }
}

/// An error in how a file is to be read or written: an unknown extension, or a mapping of a column that doesn't exist.
package struct ExchangeError: Error, Equatable {
    /// The message, with the value and what to do.
    package let message: String
}
