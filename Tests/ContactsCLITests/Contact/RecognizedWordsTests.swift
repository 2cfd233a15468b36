import ArgumentParser
import Primitives
import Repository
import Testing

@testable import ContactsCLI

struct RecognizedWordsTests {
    private func words(_ contact: Contact) -> String {
        ([contact.name.first, contact.name.last].map { $0 ?? "-" }
            + contact.emails.map { ($0.types + [$0.value]).joined(separator: ":") }
            + contact.phones.map { ($0.types + [$0.value]).joined(separator: ":") } + contact.urls
            + [contact.birthday].compactMap { $0 }).joined(separator: "|")
    }

    @Test(arguments: [
        (
            ["Grace Hopper", "grace@example.org", "+1 212 555 0100", "9.12.1906"],
            "Grace|Hopper|grace@example.org|+1 212 555 0100|9.12.1906"
        ),
        (["Grace", "Hopper", "10", "Dec", "1906"], "Grace|Hopper|10 Dec 1906"),
        (["10 Dec", "Ludwig", "van", "Beethoven", "work:l@b.de"], "Ludwig|van Beethoven|work:l@b.de|10 Dec"),
        (["+41", "44", "123", "45", "67", "Ada"], "Ada|-|+41 44 123 45 67"),
        (["0170", "12", "34", "56", "7", "Ada", "030", "1234567"], "Ada|-|0170 12 34 56 7|030 1234567"),
        (["555-0100", "555-0101", "Ada"], "Ada|-|555-0100|555-0101"),
        (["030 1234", "0170 5678", "Ada"], "Ada|-|030 1234|0170 5678"),
        (
            ["work:030-123", "Ada", "www.example.org", "https://a.example"],
            "Ada|-|work:030-123|www.example.org|https://a.example"
        ),
        (["Hopper, Grace", "1906-12-09"], "Grace|Hopper|1906-12-09"), (["Agent", "47"], "Agent|47"),
        (["12-34-5678", "Ada"], "Ada|-|12-34-5678"), (["ACME", "1906"], "ACME|-|1906"), ([" ", "Ada"], "Ada|-"),
        (["a@b@c"], "-|-|a@b@c"), (["Ada", "a@b.org,", "c@d.org;e@f.org"], "Ada|-|a@b.org|c@d.org|e@f.org"),
        (["Ada", "mailto:a@b.org?subject=x", "birthday:9.12.1906"], "Ada|-|a@b.org|9.12.1906"),
        (["bday:", "10", "Dec", "1906", "Ada"], "Ada|-|10 Dec 1906"),
    ])
    func `each word is read by its shape, and the rest is the name`(typed: [String], text: String) {
        let edit = RecognizedWords(typed, order: .dmy, year: 2026).edit
        #expect(words(edit.applied(to: Contact(id: ContactID(rawValue: ""), origin: .local))) == text)
    }

    @Test(arguments: ["31.2.1980", "30/2/1980", "1980-13-01", "31 Nov 1990", "30. Februar", "Nov 31"])
    func `a day that does not exist is a birthday, which is refused, and no telephone number`(day: String) {
        let edit = RecognizedWords(["Ada", day], order: .dmy, year: 2026).edit
        #expect(edit.birthday == day)
        #expect(edit.added.isEmpty)
    }

    @Test(arguments: [
        (["add", "Ada", "--12-10"], ["Ada", " --12-10"]),
        (["new", "--12-10", "Ada", "--dry-run"], [" --12-10", "Ada"]),
        (["add", "Ada", "--birthday", "--12-10", "--note", "--12-10"], ["Ada"]),
        (["add", "--", "--12-10"], ["--12-10"]),
    ])
    func `a birthday without its year is a word, and no option`(arguments: [String], words: [String]) throws {
        let parsed = try ContactsCommand.parseAsRoot(CommandArguments.prepared(arguments))
        let add = try #require(parsed as? ParsedCommand<AddCommand>).own
        #expect(add.words == words)
        #expect(add.fields.edit.note.map { $0 == "--12-10" } != false)
        #expect(
            RecognizedWords(add.words, order: nil, year: 2026).edit.birthday == (words == ["Ada"] ? nil : "--12-10")
        )
    }
}
