import Foundation
import Repository
import Testing

@testable import ContactsCLI

struct MuttArgumentsTests {
    private static let words = [
        "x; touch F", "O'Hall", "a\"b", "(", ")", "-foo", "--bogus", "--group", "--bogus=1", "-5", "nosuch:field",
        "city:", "NOT", "OR", "AND", "\\", "-", "$HOME", "`id`", "*", "",
    ]

    @Test func `any word is a word, behind the two minus signs and without them`() throws {
        let words = Self.words
        for (arguments, terms) in [
            (["email", "--mutt", "--offline", "--"] + words, words),
            (["email", "--mutt", "--offline"] + words, words),
            (["--env", "QC", "emails", "O'Hall", "--mutt"], ["O'Hall"]),
        ] {
            #expect(MuttArguments.areMeant(by: arguments))
            let command = try #require(try MuttArguments.parse(arguments) as? EmailCommand)
            #expect(command.values.selection.terms.sorted() == terms.sorted(), "\(arguments)")
            #expect(command.values.mutt)
        }
    }

    @Test func `other commands and wrong options are not touched`() {
        #expect(!MuttArguments.areMeant(by: ["email", "ada"]))
        #expect(!MuttArguments.areMeant(by: ["email", "--", "--mutt"]))
        #expect(!MuttArguments.areMeant(by: ["list", "--mutt"]))
        #expect(throws: (any Error).self) { try MuttArguments.parse(["email", "--mutt", "--json"]) }
    }

    @Test func `words are looked for as they are`() {
        let base = ContactFilter(favorites: true)
        #expect(ContactFilter.literal(["ada", "-x:y"], of: base) == ContactFilter(text: "ada -x:y", favorites: true))
        #expect(ContactFilter.literal([], of: base) == base)
        #expect(ContactFilter.literal([" "], of: base) == base)
        #expect(ContactFilter.literal(["(:"], of: base) == nil)
    }

    @Test func `the program finds, says nothing beside it, and never complains`() async throws {
        let (contacts, _) = try await Binary.filled()
        let found = try await contacts.succeed("email", "--mutt", "--offline", "--", "lovelace ada@example")
        #expect(found.output == "Contacts\nada@example.com\tAda Lovelace\t\n")
        #expect(found.messages.isEmpty)
        for word in ["-ada", "city:x", "\"(", "zzz"] {
            let none = try await contacts.run("email", "--mutt", "--offline", word)
            #expect(none.status == (word == "-ada" ? 0 : 1), "\(word): \(none.messages)")
            #expect(none.lines.count == (word == "-ada" ? 2 : 1))
            #expect(none.messages.isEmpty)
        }
    }
}
