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
