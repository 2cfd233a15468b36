import ArgumentParser
import Exchange
import Testing

@testable import ContactsCLI

struct ReportTests {
    private struct Fruit {
        var name: String
        var count: Int?
        var isRipe = true
        var colors: [String] = []
    }

    private var report: Report<Fruit> {
        Report(
            [
                .init("name") { .text($0.name) }, .init("count") { OutputValue($0.count) },
                .init("isRipe") { .flag($0.isRipe) }, .init("colors", separator: ",") { OutputValue($0.colors) },
            ],
            lines: ["count", "name", "colors"],
            table: .init([.init("FRUIT", narrowest: 4) { $0.name.uppercased() }])
        )
    }
    private let fruits = [
        Fruit(name: "apple, \"red\"", count: 2, colors: ["red", "green"]), Fruit(name: "no", isRipe: false),
    ]

    private func printed(
        _ format: ReportFormat,
        _ report: Report<Fruit>? = nil,
        pages: [[Fruit]]? = nil,
        hasHeader: Bool? = nil
    ) -> String {
        let screen = Screen(isTerminal: false, columns: 80)
        var writer = format.writer(of: report ?? self.report, for: screen, hasHeader: hasHeader)
        let bytes = (pages ?? fruits.map { [$0] }).flatMap { writer.page($0) } + writer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (
            ReportFormat.json,
            """
            [
            {"name":"apple, \\"red\\"","count":2,"isRipe":true,"colors":["red","green"]},
            {"name":"no","count":null,"isRipe":false,"colors":[]}
            ]

            """
        ),
        (
            .ndjson,
            """
            {"name":"apple, \\"red\\"","count":2,"isRipe":true,"colors":["red","green"]}
            {"name":"no","count":null,"isRipe":false,"colors":[]}

            """
        ),
        (
            .yaml,
            """
            - name: "apple, \\"red\\""
              count: 2
              isRipe: true
              colors:
                - red
                - green
            - name: "no"
              count: null
              isRipe: false
              colors: []

            """
        ),
        (.csv, "count,name,colors\r\n2,\"apple, \"\"red\"\"\",\"red,green\"\r\n,no,\r\n"),
        (.tsv, "2\tapple, \"red\"\tred,green\n\tno\t\n"),
        (.table, "FRUIT\nAPPLE, \"RED\"\nNO\n"),
        (.plain, "2  apple, \"red\"  red,green\n   no\n"),
        (
            .text,
            """
            name:        apple, "red"
            count:       2
            isRipe:      yes
            colors:      red,green

            name:        no
            isRipe:      no

            """
        ),
    ])
    func `rows are printed in every format`(format: ReportFormat, expected: String) {
        #expect(printed(format) == expected)
        #expect(format == .plain || printed(format, pages: [fruits]) == expected)
    }

    @Test(arguments: [
        (ReportFormat.json, "[]\n"), (.ndjson, ""), (.yaml, "[]\n"), (.csv, "count,name,colors\r\n"), (.tsv, ""),
        (.table, ""), (.plain, ""), (.text, ""),
    ])
    func `no rows are an empty document`(format: ReportFormat, expected: String) {
        #expect(printed(format, pages: []) == expected)
        #expect(printed(format, pages: [[]]) == expected)
    }

    @Test func `an array may be under a key`() {
        var report = report
        report.shape = .arrayUnder("fruits")
        #expect(printed(.json, report, pages: []) == "{\"fruits\":[]}\n")
        #expect(printed(.json, report).hasPrefix("{\"fruits\":[\n{\"name\":"))
        #expect(printed(.json, report).hasSuffix("\"colors\":[]}\n]}\n"))
        #expect(printed(.yaml, report, pages: []) == "fruits: []\n")
        #expect(printed(.yaml, report, pages: [[fruits[1]]]).hasPrefix("fruits:\n  - name: \"no\"\n    count: null\n"))
        #expect(printed(.ndjson, report) == printed(.ndjson))
    }

    @Test func `rows may be the members of one object`() {
        var report = report
        report.shape = .object { ($0.name, OutputValue($0.count)) }
        #expect(printed(.json, report) == "{\n\"apple, \\\"red\\\"\":2,\n\"no\":null\n}\n")
        #expect(printed(.ndjson, report) == "{\"apple, \\\"red\\\"\":2,\"no\":null}\n")
        #expect(printed(.yaml, report) == "\"apple, \\\"red\\\"\": 2\n\"no\": null\n")
        #expect(printed(.json, report, pages: []) == "{}\n")
        #expect(printed(.ndjson, report, pages: []) == "{}\n")
        #expect(printed(.yaml, report, pages: []) == "{}\n")
    }

    @Test func `a header can be asked for and left out`() {
        #expect(printed(.tsv, hasHeader: true).hasPrefix("count\tname\tcolors\n"))
        #expect(printed(.csv, hasHeader: false).hasPrefix("2,"))
        #expect(printed(.table, hasHeader: false).hasPrefix("APPLE"))
        #expect(printed(.plain, hasHeader: true).hasPrefix("COUNT  NAME"))
    }

    @Test func `chosen columns are all that is printed, in the order of the choice`() throws {
        let chosen = try report.choosing(["is_ripe", "Name"])
        #expect(printed(.tsv, chosen) == "yes\tapple, \"red\"\nno\tno\n")
        #expect(printed(.json, chosen, pages: [[fruits[1]]]) == "[\n{\"isRipe\":false,\"name\":\"no\"}\n]\n")
        #expect(printed(.table, chosen, pages: [[fruits[1]]]) == "ISRIPE  NAME\nno      no\n")
    }

    @Test(arguments: [("nmae", "“name”"), ("zzzzzz", "name, count, isRipe, colors")])
    func `a name that no column has is refused with advice`(name: String, advice: String) {
        let failure = #expect(throws: Failure.self) { try report.choosing([name]) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("“\(name)”") == true)
        #expect(failure?.message.contains(advice) == true)
    }
}

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

    @Test(
        arguments: ReportFormat.allCases.filter { $0 != .json && $0 != .ndjson }.map {
            ["--json", "--format", $0.rawValue]
        } + [["--fields", " ,"], ["--format", "vcard"]]
    )
    func `options that contradict each other or say nothing are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try ReportOptions.parse(arguments) }
    }

    @Test func `every format of reports is one of contacts, too`() {
        #expect(ReportFormat.allCases.filter { $0 != .ics }.allSatisfy { ListFormat(rawValue: $0.rawValue) != nil })
    }
}

struct FactTests {
    private let facts = [
        Fact("contacts", "Contacts", .number(3)), Fact("fetched", "Fetched last", .unknown),
        Fact("fresh", "Fresh", .flag(false)), Fact("groups", "Groups", ["work": 1, "a: b": 2, "alpha": 1]),
        Fact("genders", "Genders", [:]),
    ]

    private func printed(_ arguments: [String], _ facts: [Fact]? = nil) throws -> String {
        let options = try ReportOptions.parse(arguments)
        let facts = facts ?? self.facts
        let screen = Screen(isTerminal: false, columns: 80)
        let bytes = try options.bytes(of: facts, as: Report(facts: facts), for: screen, standard: .text)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `people read labels, and a line for each count`() throws {
        #expect(
            try printed([]) == """
                Contacts:      3
                Fetched last:  unknown
                Fresh:         no
                Groups:        3
                  a: b: 2
                  alpha: 1
                  work: 1
                Genders:       none

                """
        )
    }

    @Test func `programs read one object`() throws {
        #expect(
            try printed(["--json"]) == """
                {
                "contacts":3,
                "fetched":null,
                "fresh":false,
                "groups":{"a: b":2,"alpha":1,"work":1},
                "genders":{}
                }

                """
        )
    }

    @Test func `lines have a name only for counts, with a header all columns`() throws {
        let tsv = "contacts\t3\nfetched\t\nfresh\tfalse\ngroups\ta: b\t2\ngroups\talpha\t1\ngroups\twork\t1\n"
        #expect(try printed(["--format", "tsv"]) == tsv)
        let complete = "key\tname\tvalue\ncontacts\t\t3\nfetched\t\t\nfresh\t\tfalse\ngroups\ta: b\t2\n"
        #expect(try printed(["--format", "tsv", "--header"]).hasPrefix(complete))
        #expect(try printed(["--format", "csv"]).hasPrefix("key,name,value\r\ncontacts,,3\r\n"))
        #expect(try printed(["--format", "csv"], [facts[0]]) == "key,value\r\ncontacts,3\r\n")
        #expect(try printed(["--format", "table"]).hasPrefix("KEY       NAME   VALUE\ncontacts         3\n"))
    }

    @Test func `some facts can be chosen`() throws {
        #expect(try printed(["--json", "--fields", "fresh,contacts"]) == "{\n\"fresh\":false,\n\"contacts\":3\n}\n")
    }
}
