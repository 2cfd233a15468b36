import Testing

@testable import ContactsCLI
@testable import Exchange

/// Formats, options and facts of reports, in the program.
struct ReportTests {
    private static let people = Binary.sample { contacts in
        for group in ["maths", "navy"] { try await contacts.succeed("add", "Ada", "--group", group) }
        return []
    }

    private static let table = "KEY       NAME   VALUE\ncontacts         2\ngroups    maths  1\ngroups    navy   1\n"

    @Test(arguments: [
        ("group list", "maths\t1\nnavy\t1\n"),
        ("group list --json", "[\n{\"name\":\"maths\",\"contacts\":1},\n{\"name\":\"navy\",\"contacts\":1}\n]\n"),
        ("group list --format ndjson", "{\"name\":\"maths\",\"contacts\":1}\n{\"name\":\"navy\",\"contacts\":1}\n"),
        ("group list --format yaml", "- name: maths\n  contacts: 1\n- name: navy\n  contacts: 1\n"),
        ("group list --format text", "name:        maths\ncontacts:    1\n\nname:        navy\ncontacts:    1\n"),
        ("group list --format plain", "maths  1\nnavy   1\n"),
        ("group list --format plain --header", "NAME   CONTACTS\nmaths  1\nnavy   1\n"),
        ("group list --format table --no-header", "maths  1\nnavy   1\n"),
        ("group list --format table --fields contacts", "CONTACTS\n1\n1\n"),
        ("group list --fields NA-me", "maths\nnavy\n"),
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
        ("stats --format tsv --header --fields contacts", "key\tname\tvalue\ncontacts\t\t2\n"),
        ("stats --format table --fields contacts,groups", table),
        (
            "cache status --fields fetched,fresh",
            "Last fetched:                 unknown\nFresh:                        no\n"
        ),
        ("cache status --json --fields fetched,fresh", "{\n\"fetched\":null,\n\"fresh\":false\n}\n"),
        ("cache status --format ndjson --fields fetched,fresh", "{\"fetched\":null,\"fresh\":false}\n"),
        ("cache status --format yaml --fields fetched,fresh", "fetched: null\nfresh: false\n"),
        ("cache status --format csv --fields fetched,fresh", "key,value\r\nfetched,\r\nfresh,false\r\n"),
    ])
    func `a report is printed as the options say`(line: String, output: String) async throws {
        let contacts = try await Self.people.value.contacts
        try await contacts.succeed(line.split(separator: " ").map(String.init), output: output)
    }

    @Test func `no rows are an empty document, and a name that no column has is refused with advice`() async throws {
        let contacts = try Binary.withOwnBook()
        for (format, output) in [
            ("json", "[]\n"), ("ndjson", ""), ("yaml", "[]\n"), ("csv", "name,contacts\r\n"), ("tsv", ""),
            ("table", ""), ("plain", ""), ("text", ""),
        ] {
            #expect(try await contacts.run("group", "list", "--format", format).output == output, "\(format)")
        }
        try await contacts.fail(64, "group", "list", "--fields", "nmae", saying: "“nmae”", "“name”")
        try await contacts.fail(64, "group", "list", "--fields", "zzzzzz", saying: "“zzzzzz”", "name, contacts")
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
            let yaml = written([(text, .text(text)), ("list", .list([.text(text)]))])
            #expect(yaml == "\"\(text)\": \"\(text)\"\nlist:\n  - \"\(text)\"\n")
        }
    }

    @Test func `lists and objects are indented below their keys, which are quoted where they need it`() {
        for key in ["a: b", "_a", "1"] { #expect(written([(key, .number(1))]) == "\"\(key)\": 1\n") }
        let value = OutputValue.list([
            .object([("b", .flag(true)), ("c", .list([.number(1), .unknown]))]), .text("x"),
        ])
        let expected = """
            A_KEY:
              - b: true
                c:
                  - 1
                  - null
              - x
            d:
              e: {}
            f: []

            """
        #expect(written([("A_KEY", value), ("d", .object([("e", .object([]))])), ("f", .list([]))]) == expected)
    }
}
