import Exchange
import Foundation
import Repository
import RepositoryDoubles
import TerminalUI
import Testing

@testable import ContactsCLI

struct ContactFormatTests {
    private let screen = Screen(isTerminal: false, columns: 80)

    private func text(
        _ format: ListFormat,
        _ pages: [[Contact]],
        fields: [OutputField]? = nil,
        hasHeader: Bool? = nil,
        isTerminal: Bool = false
    ) -> String {
        var writer = format.writer(
            for: Screen(isTerminal: isTerminal, columns: 80),
            fields: fields,
            hasHeader: hasHeader
        )
        var bytes = pages.flatMap { writer.page($0) }
        bytes += writer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    private var nasty: Contact {
        var contact = Contact.unknown
        contact.name = PersonName(first: "a \"b\", c", last: " \r\nd;é ")
        contact.note = "=1+1\u{1B}[2J\t"
        contact.emails = [ContactValue("x@y", types: ["work"], isPreferred: true), ContactValue("z@y")]
        contact.categories = ["no", "a: b"]
        return contact
    }

    @Test func `csv has a record for the names of the fields, and quotes what needs it`() {
        #expect(
            text(.csv, [[nasty]], fields: [.first, .last, .emails, .email, .favorite])
                == "first,last,emails,email,favorite\r\n\"a \"\"b\"\", c\",\" \r\nd;é \",x@y; z@y,x@y,no\r\n"
        )
        #expect(text(.csv, [], fields: [.id, .name]) == "id,name\r\n")
        #expect(text(.csv, [[.unknown], [.unknown]], fields: [.gender, .city], hasHeader: false) == ",\r\n,\r\n")
        #expect(text(.csv, [[.complete]]).hasPrefix("id,first,last,email,"))
    }

    @Test func `lines have the fields in the order asked for, with a header if wanted`() {
        #expect(text(.tsv, [[.complete]], fields: [.city, .name]) == "Genève\tZoë D'Argent\n")
        #expect(text(.tsv, [[.complete]], fields: [.city], hasHeader: true) == "city\nGenève\n")
        #expect(text(.tsv, [[.complete]], hasHeader: true).hasPrefix("id\tfirst\t"))
        #expect(text(.tsv, [[nasty]], fields: [.last, .note]) == "   d;é \t=1+1\u{FFFD}[2J \n")
        #expect(text(.tsv, [[nasty]], fields: [.note], isTerminal: true) == "=1+1\u{FFFD}[2J \n")
    }

    @Test func `plain lines are aligned and never cut`() {
        var long = Contact.complete
        long.address.city = String(repeating: "x", count: 200)
        let lines = text(.plain, [[.complete, long]], fields: [.city, .last]).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[1] == "\(String(repeating: "x", count: 200))  D'Argent")
        #expect(lines[0].count == lines[1].count)
    }

    @Test func `a table of chosen fields fits the terminal and keeps all of them`() {
        let printed = text(.table, [[.complete]], fields: [.name, .email, .address, .picture], isTerminal: true)
        for line in printed.split(separator: "\n") { #expect(DisplayWidth.columns(of: String(line)) <= 80) }
        #expect(printed.hasPrefix("NAME"))
        #expect(printed.contains("PICTURE"))
    }

    @Test func `chosen fields as JSON have their whole values under their names, in order`() throws {
        let array = text(.json, [[nasty], [.unknown]], fields: [.emails, .name, .favorite, .gender])
        let objects = try #require(JSONSerialization.jsonObject(with: Data(array.utf8)) as? [[String: Any]])
        #expect(objects.count == 2)
        #expect(Set(objects[0].keys) == ["emails", "name", "favorite", "gender"])
        #expect((objects[0]["emails"] as? [[String: Any]])?[0]["preferred"] as? Bool == true)
        #expect((objects[0]["name"] as? [String: Any])?["first"] as? String == "a \"b\", c")
        #expect(objects[1]["gender"] is NSNull)
        #expect(array.contains("{\"emails\":[{\"value\":\"x@y\",\"types\":[\"work\"],\"preferred\":true}"))
        #expect(text(.json, [], fields: [.id]) == "[]\n")
        #expect(
            text(.ndjson, [[.complete], [.unknown]], fields: [.gender])
                == "{\"gender\":\"female\"}\n{\"gender\":null}\n"
        )
        #expect(text(.ndjson, []).isEmpty)
    }

    @Test func `cards are the ones of an export`() {
        #expect(text(.vcard, [[.complete]]).hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
        #expect(text(.jcard, [[.complete]]).contains("\"vcard\""))
        #expect(text(.vcard, []).isEmpty)
    }

    @Test func `yaml keeps text text`() {
        let printed = text(.yaml, [[nasty]], fields: [.name, .note, .emails, .categories, .units, .edited])
        #expect(
            printed == """
                - name:
                    title: null
                    first: "a \\"b\\", c"
                    last: " \\r\\nd;é "
                    middle: null
                    suffix: null
                    formatted: "a \\"b\\", c  \\r\\nd;é "
                  note: "=1+1\\u001b[2J\\t"
                  emails:
                    - value: "x@y"
                      types:
                        - work
                      preferred: true
                    - value: "z@y"
                      types: []
                      preferred: false
                  categories:
                    - "no"
                    - "a: b"
                  units: []
                  edited: false

                """
        )
        #expect(text(.yaml, []) == "[]\n")
    }

    @Test func `text from right to left is kept apart on a terminal only`() {
        var contact = Contact.unknown
        contact.name = PersonName(first: "ثریا")
        #expect(text(.table, [[contact]], fields: [.first], isTerminal: true) == "FIRST\n\u{2068}ثریا\u{2069}\n")
        #expect(text(.table, [[contact]], fields: [.first]) == "FIRST\nثریا\n")
    }
}
