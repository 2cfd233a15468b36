import Testing

@testable import ContactsCLI
@testable import Exchange

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

    @Test func `an array may be under a key, and rows may be the members of one object`() {
        var report = report
        report.shape = .arrayUnder("fruits")
        #expect(printed(.json, report, pages: []) == "{\"fruits\":[]}\n")
        #expect(printed(.json, report).hasPrefix("{\"fruits\":[\n{\"name\":"))
        #expect(printed(.json, report).hasSuffix("\"colors\":[]}\n]}\n"))
        #expect(printed(.yaml, report, pages: []) == "fruits: []\n")
        #expect(printed(.yaml, report, pages: [[fruits[1]]]).hasPrefix("fruits:\n  - name: \"no\"\n    count: null\n"))
        #expect(printed(.ndjson, report) == printed(.ndjson))
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

/// Options and facts of reports, in the program.
struct ReportOptionsTests {
    private static let people = Binary.sample { contacts in
        for group in ["maths", "navy"] { try await contacts.succeed("add", "Ada", "--group", group) }
        return []
    }

    private static let table = "KEY       NAME   VALUE\ncontacts         2\ngroups    maths  1\ngroups    navy   1\n"

    @Test(arguments: [
        ("group list", "maths\t1\nnavy\t1\n"),
        ("group list --json", "[\n{\"name\":\"maths\",\"contacts\":1},\n{\"name\":\"navy\",\"contacts\":1}\n]\n"),
        ("group list --json --fields name", "[\n{\"name\":\"maths\"},\n{\"name\":\"navy\"}\n]\n"),
        ("group list --fields contacts,name --header", "contacts\tname\n1\tmaths\n1\tnavy\n"),
        ("group list --format csv --no-header", "maths,1\r\nnavy,1\r\n"),
        // People read labels of facts, and a line for each count.
        (
            "stats --fields groups,genders,contacts",
            "Groups:                   2\n  maths: 1\n  navy: 1\nGenders:                  none\n"
                + "Contacts:                 2\n"
        ),
        // Programs read one object.
        (
            "stats --json --fields groups,genders,contacts",
            "{\n\"groups\":{\"maths\":1,\"navy\":1},\n\"genders\":{},\n\"contacts\":2\n}\n"
        ),
        // Lines have a name only for counts, with a header all columns.
        ("stats --format tsv --fields contacts,groups", "contacts\t2\ngroups\tmaths\t1\ngroups\tnavy\t1\n"),
        (
            "stats --format tsv --header --fields contacts,groups",
            "key\tname\tvalue\ncontacts\t\t2\ngroups\tmaths\t1\ngroups\tnavy\t1\n"
        ),
        ("stats --format table --fields contacts,groups", table),
        (
            "cache status --fields fetched,fresh",
            "Last fetched:                 unknown\nFresh:                        no\n"
        ),
        ("cache status --json --fields fetched,fresh", "{\n\"fetched\":null,\n\"fresh\":false\n}\n"),
        ("cache status --format csv --fields fetched,fresh", "key,value\r\nfetched,\r\nfresh,false\r\n"),
    ])
    func `a report is printed as the options say`(line: String, output: String) async throws {
        let contacts = try await Self.people.value.contacts
        try await contacts.succeed(line.split(separator: " ").map(String.init), output: output)
    }

    @Test func `on a terminal a report is a table`() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        let contacts = try await Self.people.value.contacts
        #expect(try await contacts.start(["group", "list"], output: terminal.handle).result.status == 0)
        #expect(terminal.text() == "GROUP  CONTACTS\nmaths  1\nnavy   1\n")
    }

    @Test(
        arguments: ReportFormat.allCases.filter { ![.json, .ndjson].contains($0) }.map {
            ["--json", "--format", $0.rawValue]
        } + [["--fields", " ,"], ["--format", "vcard"], ["--fields", "name,contcats"]]
    )
    func `options that contradict each other or say nothing are refused`(options: [String]) async throws {
        try await Binary().fail(64, ["group", "list"] + options, output: "")
    }

    @Test func `every format of reports is one of contacts, too`() {
        #expect(ReportFormat.allCases.filter { $0 != .ics }.allSatisfy { ListFormat(rawValue: $0.rawValue) != nil })
    }
}

struct YAMLFormatTests {
    private func written(_ members: [(key: String, value: OutputValue)]) -> String {
        var bytes: [UInt8] = []
        YAMLText().append(members, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Zoë", "Zoë"), ("two words", "two words"), ("no", "\"no\""), ("NULL", "\"NULL\""), ("12", "\"12\""),
        ("a: b", "\"a: b\""), (" a", "\" a\""), ("", "\"\""), ("- a", "\"- a\""), ("a\nb", "\"a\\nb\""),
        ("\u{1B}", "\"\\u001b\""),
    ])
    func `text that could be read as something else is quoted`(text: String, scalar: String) {
        #expect(written([("a", .text(text))]) == "a: \(scalar)\n")
    }

    /// The words of YAML 1.1 and 1.2 for truth values, nothing and numbers, and what a merge and a default are called.
    private static let reserved = [
        "y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", "", ".nan", "nan", ".inf", "-.inf", "+.inf",
        "inf", "infinity", "<<", "=", "0o7", "0x1f", "1e3", "1_000", "190:20:30", "2001-01-01",
    ]

    @Test(arguments: reserved)
    func `a reserved word is quoted, in every case, as a value, a key and in a list`(word: String) {
        for text in [word, word.uppercased(), String(word.prefix(1).uppercased() + word.dropFirst())] {
            #expect(
                written([(text, .text(text)), ("list", .list([.text(text)]))])
                    == "\"\(text)\": \"\(text)\"\nlist:\n  - \"\(text)\"\n"
            )
        }
    }

    @Test(arguments: [("API_KEY", "API_KEY"), ("no", "\"no\""), ("a: b", "\"a: b\""), ("_a", "\"_a\""), ("1", "\"1\"")])
    func `keys that could be read as something else are quoted`(key: String, shown: String) {
        #expect(written([(key, .number(1))]) == "\(shown): 1\n")
    }

    @Test func `lists and objects are indented below their keys`() {
        let value = OutputValue.list([
            .object([("b", .flag(true)), ("c", .list([.number(1), .unknown]))]), .text("x"),
        ])
        let expected = """
            a:
              - b: true
                c:
                  - 1
                  - null
              - x
            d:
              e: {}
            f: []

            """
        #expect(written([("a", value), ("d", .object([("e", .object([]))])), ("f", .list([]))]) == expected)
    }
}
