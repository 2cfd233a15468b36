import ArgumentParser
import Testing

@testable import ContactsCLI

struct ReportFormatTests {
    private let report = Report<Int>([.init("number") { .number($0) }, .init("twice") { .number($0 * 2) }])

    private func printed(_ arguments: [String], isTerminal: Bool = false, standard: ReportFormat? = nil) throws
        -> String
    {
        let screen = Screen(isTerminal: isTerminal, columns: 80)
        let bytes = try ReportOptions.parse(arguments).bytes(of: [1, 2], as: report, for: screen, standard: standard)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `without options, a terminal gets a table and a file gets lines`() throws {
        #expect(try printed([], isTerminal: true) == "NUMBER  TWICE\n1       2\n2       4\n")
        #expect(try printed([]) == "1\t2\n2\t4\n")
        #expect(try printed([], standard: .yaml) == "- number: 1\n  twice: 2\n- number: 2\n  twice: 4\n")
    }

    @Test func `the option --json is the format of that name, and --fields chooses`() throws {
        #expect(try printed(["--json"], standard: .text) == (try printed(["--format", "json"])))
        #expect(try printed(["--json", "--fields", "twice"]) == "[\n{\"twice\":2},\n{\"twice\":4}\n]\n")
        #expect(try printed(["--fields", "twice,number", "--header"]) == "twice\tnumber\n2\t1\n4\t2\n")
        #expect(try printed(["--format", "csv", "--no-header"]) == "1,2\r\n2,4\r\n")
    }

    @Test func `an unknown field is an error of usage`() throws {
        let failure = #expect(throws: Failure.self) { try printed(["--fields", "number,twise"]) }
        #expect(failure == Failure(.usage, "There is no field “twise”. Did you mean “twice”?"))
    }

    @Test(arguments: ReportFormat.allCases.filter { $0 != .json && $0 != .ndjson })
    func `the option --json contradicts other formats`(format: ReportFormat) {
        #expect(throws: (any Error).self) { try ReportOptions.parse(["--json", "--format", format.rawValue]) }
    }

    @Test func `every format of reports is one of contacts, too`() {
        #expect(ReportFormat.allCases.filter { $0 != .ics }.allSatisfy { ListFormat(rawValue: $0.rawValue) != nil })
    }
}
