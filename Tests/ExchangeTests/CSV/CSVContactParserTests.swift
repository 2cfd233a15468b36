import Primitives
import Repository
import Testing

@testable import Exchange

@Suite struct CSVContactParserTests {
    @Test func `unknown columns with values are one notice and are kept`() throws {
        let file = ParsedFile(.csv, "name,Shoe size,Größe,Размер,Empty\nAda,38,1.70,L,\n")
        #expect(file.notices.count == 1)
        #expect(file.notices.first?.contains("“Shoe size”, “Größe”, “Размер”") == true, "\(file.notices)")
        #expect(file.notices.first?.contains("X-SHOE-SIZE, X-GROSSE, X-COLUMN-4") == true, "\(file.notices)")
        let contact = try #require(file.contacts.first)
        #expect(contact.lines == ["X-SHOE-SIZE:38", "X-GROSSE:1.70", "X-COLUMN-4;X-LABEL=Размер:L"])
    }

    @Test func `a date that is none is kept in the note and told`() throws {
        let file = ParsedFile(.csv, "name,birthday,notes\nAda,soon,n\nEve,31/12/1980,\nTom,12/31/1980,\n")
        #expect(file.contacts.map(\.birthday) == [nil, "1980-12-31", "1980-12-31"])
        #expect(file.contacts[0].note == "n\nbirthday: soon")
        #expect(file.notices == ["2: “soon” in the column “birthday” is not a date; it is kept in the note"])
        let given = ParsedFile(.csv, "name,birthday\nAda,3/4/1980\nEve,12/31/1980\n", csv: CSVOptions(order: .dmy))
        #expect(given.contacts.map(\.birthday) == ["1980-04-03", nil])
        #expect(given.contacts[1].note == "birthday: 12/31/1980")
        #expect(given.notices.count == 1)
    }

    @Test func `a name with a comma stays whole, and quotes of the guard are taken away`() throws {
        let file = ParsedFile(.csv, "first_name,phone\n'=Ada,'+1\n")
        #expect(file.contacts.first?.name.first == "=Ada")
        #expect(file.contacts.first?.phones.map(\.value) == ["+1"])
    }

    @Test func `what is larger than a limit is told, and the rest is read`() {
        let limits = CSVRecords.Limits.self
        let long = String(repeating: "x", count: limits.fieldBytes + 1)
        let many = String(repeating: ",", count: limits.fields + 1)
        let file = ParsedFile(.csv, "name,email\nA,a@b\n\(long),b\n\(many)\nB,b@c\n")
        #expect(file.contacts.map(\.name.first) == ["A", "B"])
        #expect(file.problems.count == 2)
        #expect(file.problems[0].hasPrefix("3: a field is larger than 1048576 bytes"))
        #expect(file.problems[1].hasPrefix("4: the line has more than 4096 fields"))
    }

    @Test(arguments: ["\"", ",", "\"\"", "\n", "\r", ",\n", "x", "a,\"b\"\n", "ä", "\"\n"])
    func `the steps grow with the bytes, whatever they are`(worst: String) {
        let steps = [1, 4].map { factor in
            var parser = CSVContactParser()
            let text = "name,email\n" + String(repeating: worst, count: 12_000 * factor / worst.utf8.count)
            _ = ParsedFile(&parser, Array(text.utf8), pieces: 1_000)
            return parser.steps
        }
        #expect(steps[1] <= steps[0] * 5, "\(steps)")
        #expect(steps[0] <= 12_000 * 8, "\(steps)")
    }
}
