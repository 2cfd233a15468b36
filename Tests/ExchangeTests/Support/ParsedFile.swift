import Repository

@testable import Exchange

/// What a parser makes of a file that comes in pieces.
struct ParsedFile {
    private(set) var contacts: [Contact] = []
    private(set) var problems: [String] = []
    private(set) var notices: [String] = []

    init<Parser: ContactParser>(_ parser: inout Parser, _ bytes: [UInt8], pieces: Int = 1_000_000) {
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            parser.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
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
