import Foundation
package import Repository

/// The forms in which contacts come from files and go to files; every one is read and written.
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

    /// The ends of the names of files in this form; the first is the usual one.
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

    /// The form that the name of a file ends with, or that the whole name is known for; `nil` when the name does not tell.
    package init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let end = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard let format = Self.allCases.first(where: { $0.endings.contains(end) }) else { return nil }
        self = format
    }

    /// The ends of names that say nothing about the content, which is looked at then.
    private static let neutral: Set<String> = [
        "", "txt", "text", "bak", "backup", "old", "orig", "new", "tmp", "dat", "data", "out", "copy", "card", "cards",
    ]

    /// The form of a file to read, by its name; `nil` when the content has to tell.
    ///
    /// - Throws: ``ExchangeError`` with the list of forms when the name is that of another kind of file.
    package static func reading(_ path: String) throws(ExchangeError) -> ExchangeFormat? {
        if let format = ExchangeFormat(path: path) { return format }
        let name = path.split(separator: "/").last ?? ""
        let end = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        guard neutral.contains(end) || end.allSatisfy(\.isNumber) || name.hasSuffix("~") else {
            throw ExchangeError("The name “\(path)” is not that of a file of contacts. \(advice)")
        }
        return nil
    }

    /// The form of a file to write, by its name.
    ///
    /// - Throws: ``ExchangeError`` with the list of forms when the name tells none.
    package static func writing(_ path: String) throws(ExchangeError) -> ExchangeFormat {
        if let format = ExchangeFormat(path: path) { return format }
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        // Pipes and devices have names that others chose.
        if let type, type != .typeRegular { return .vcard }
        throw ExchangeError("The name “\(path)” does not tell the format. \(advice)")
    }

    private static let advice: String = {
        let ends = allCases.compactMap { $0.endings.first.map { "." + $0 } }.joined(separator: ", ")
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return "Use a name that ends in \(ends), or name the format with --format: \(names)."
    }()

    /// The form that a file is in, by how it begins; `nil` when nothing tells.
    package init?(beginning: [UInt8]) {
        let text = String(decoding: beginning.prefix(4_096), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
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

    /// The form in which to read a file with this beginning: `.json` may be the name of jCard, too.
    package func adjusted(to beginning: [UInt8]) -> ExchangeFormat {
        guard self == .json else { return self }
        let text = String(decoding: beginning.prefix(4_096), as: UTF8.self).lowercased()
        return Self.isJCard(text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }) ? .jcard : .json
    }

    private static func isJCard(_ text: Substring) -> Bool {
        let compact = text.prefix(512).filter { !$0.isWhitespace }
        return compact.hasPrefix("[\"vcard\"") || compact.hasPrefix("[[\"vcard\"")
    }

    /// A parser of this form.
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

/// Takes the bytes of a file as they come and gives contacts, in memory that does not grow with the file.
package protocol ContactParser: Sendable {
    /// Takes more bytes.
    mutating func append(_ bytes: [UInt8])

    /// Says that there are no more.
    mutating func finish()

    /// What comes next; `nil` when more bytes are needed, or at the end.
    mutating func next() -> ParsedContact?

    /// How a stored contact would come back if the program wrote it in the form of the last contact and read it again;
    /// `nil` when it never writes that form.
    var rewritten: (@Sendable (Contact) -> Contact?)? { get }

    /// Whether nothing that follows can be read, so that the rest of the file need not be.
    var isBroken: Bool { get }
}

extension ContactParser {
    /// Most parsers go on behind everything that is wrong.
    package var isBroken: Bool { false }
    package var rewritten: (@Sendable (Contact) -> Contact?)? { nil }
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
package enum ParsedContact: Sendable {
    /// A contact.
    case contact(Contact)
    /// Something that is none, with the number of its line.
    case problem(line: Int, reason: String)
    /// A line that could not be read and is kept with its contact.
    case fault(line: Int, reason: String)
    /// Something to know about the file, with the number of its line.
    case notice(line: Int, text: String)
}
