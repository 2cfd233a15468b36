import Repository
import Testing

@testable import Exchange

@Suite struct MuttAliasFormatTests {
    private let format = MuttAliasFormat(isForTerminal: false)

    private func ada() -> Contact {
        var contact = Contact(
            id: ContactID(rawValue: "1"),
            name: PersonName(title: "Mrs", first: "Ada", last: "Lovelace")
        )
        contact.uid = "urn:uuid:1"
        contact.emails = [ContactValue("a@b.c", types: ["home"], isPreferred: true), ContactValue("d@e.f")]
        return contact
    }

    @Test func `each address has an alias of its own, and comes back with its name and types`() throws {
        let text = written([ada(), Contact(id: ContactID(rawValue: "2"), name: PersonName(first: "Eve"))], by: format)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("alias ada-lovelace Ada Lovelace <a@b.c> # uid=urn:uuid:1 "))
        #expect(lines[1].hasPrefix("alias ada-lovelace-2 Ada Lovelace <d@e.f> # "))
        #expect(ParsedFile(.muttAlias, text).contacts.first?.stored(like: ada()) == ada())
    }

    @Test func `nothing in a name is an order to mutt`() throws {
        var contact = ada()
        contact.name = PersonName(first: "`touch F`", last: "$HOME, \"x\"; # \\")
        let text = written([contact], by: format)
        let head = text.split(separator: " # ")[0]
        for sign in "`$;#" {
            for place in head.indices where head[place] == sign { #expect(head[head.index(before: place)] == "\\") }
        }
        #expect(ParsedFile(.muttAlias, text).contacts.first?.name == contact.name)
        contact.name = PersonName(first: "a\nb")
        #expect(written([contact], by: format).split(separator: "\n").count == 2)
    }

    @Test func `aliases of mutt itself are read: names, comments, groups, lists and joined lines`() {
        let file = ParsedFile(
            .muttAlias,
            """
            # mine
            set x = y
            alias ada Ada Lovelace <a@b.c> # poet
            alias -group maths -group friends eve "Eve Hopper" \\
              <e@b.c>
            alias tom t@b.c (Tom Kay)
            alias bare x@y.z
            alias team ada, eve, Zoe <z@b.c>, nobody
            alias broken
            """
        )
        #expect(
            file.contacts.map { $0.emails.map(\.value) } == [["a@b.c"], ["e@b.c"], ["t@b.c"], ["x@y.z"], ["z@b.c"]]
        )
        #expect(file.contacts.map(\.name.first) == ["Ada", "Eve", "Tom", nil, "Zoe"])
        #expect(file.contacts.map(\.categories) == [["team"], ["maths", "friends", "team"], [], [], ["team"]])
        #expect(file.contacts.map(\.nickname) == ["ada", "eve", "tom", "bare", nil])
        #expect(file.problems == ["9: the alias has no address"])
        #expect(file.notices == ["8: the alias “nobody” in the list “team” is unknown"])
    }

    @Test(arguments: [(1, [["a@b.c"]]), (2, [["a@b.c"], ["d@e.f"]]), (3, [["a@b.c"]])])
    func `a backslash joins two lines, unless another one is before it`(count: Int, emails: [[String]]) {
        let backslashes = String(repeating: "\\", count: count)
        let file = ParsedFile(.muttAlias, "alias ada a@b.c # C:\(backslashes)\nalias bob d@e.f\n")
        #expect(file.contacts.map { $0.emails.map(\.value) } == emails)
    }
}
