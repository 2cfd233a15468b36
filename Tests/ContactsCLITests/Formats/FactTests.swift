import ArgumentParser
import Testing

@testable import ContactsCLI

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
        let json = """
            {
            "contacts":3,
            "fetched":null,
            "fresh":false,
            "groups":{"a: b":2,"alpha":1,"work":1},
            "genders":{}
            }

            """
        #expect(try printed(["--json"]) == json)
        #expect(try printed(["--format", "json"]) == json)
        #expect(
            try printed(["--format", "yaml"]) == """
                contacts: 3
                fetched: null
                fresh: false
                groups:
                  "a: b": 2
                  alpha: 1
                  work: 1
                genders: {}

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
        let failure = #expect(throws: Failure.self) { try printed(["--fields", "contact"]) }
        #expect(failure?.message == "There is no field “contact”. Did you mean “contacts”?")
    }

    @Test(arguments: [["--json", "--format", "csv"], ["--fields", " ,"], ["--format", "vcard"]])
    func `options that contradict each other are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try ReportOptions.parse(arguments) }
    }
}
