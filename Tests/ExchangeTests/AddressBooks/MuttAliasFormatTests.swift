import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct MuttAliasFormatTests {
    private let format = MuttAliasFormat(isForTerminal: false)

    private func ada() -> Contact {
        .made { contact in
            contact.name = PersonName(title: "Mrs", first: "Ada", last: "Lovelace")
            contact.uid = "urn:uuid:1"
            contact.emails = [ContactValue("a@b.c", types: ["home"], isPreferred: true), ContactValue("d@e.f")]
        }
    }

    @Test func `each address has an alias of its own, and comes back with its name and types`() throws {
        let text = written([ada(), .made("2") { $0.name.first = "Eve" }], by: format)
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

@Suite struct MailAddressTests {
    @Test(arguments: [
        ("ada@example.com", nil, "ada@example.com"), ("Ada Lovelace <a@b.c>", "Ada Lovelace", "a@b.c"),
        ("\"Lovelace, Ada\" <a@b.c>", "Lovelace, Ada", "a@b.c"), ("\"A \\\"x\\\" B\" <a@b.c>", "A \"x\" B", "a@b.c"),
        ("a@b.c (Ada (the) L)", "Ada (the) L", "a@b.c"), ("<a@b.c>", nil, "a@b.c"),
        ("=?UTF-8?Q?J=C3=B6rg_M?= <j@b.c>", "Jörg M", "j@b.c"), ("Ada <@x,@y:a@b.c>", "Ada", "a@b.c"),
        ("Ada\t L (poet) <a@b.c>", "Ada L", "a@b.c"), ("\"a b\"@c.d", nil, "a b@c.d"),
        ("Dr. A. L. <a@b.c>", "Dr. A. L.", "a@b.c"),
    ])
    func `an address has a name in any of its places`(text: String, name: String?, address: String) {
        #expect(MailAddress.list(in: text) == [MailAddress(name: name, address: address)])
    }

    @Test func `lists, groups and empty places`() {
        let list = MailAddress.list(in: "A <a@x>, , b@x;Team: C <c@x>, d@x (D);, undisclosed-recipients:;")
        #expect(list.map(\.address) == ["a@x", "b@x", "c@x", "d@x"])
        #expect(list.map(\.name) == ["A", nil, "C", "D"])
        #expect(MailAddress.list(in: "").isEmpty)
        #expect(MailAddress.list(in: "\"open").map(\.address) == ["open"])
    }

    @Test(arguments: ["Ada", "Lovelace, Ada", "A \"x\" \\ B", "Jörg", "a:b;c", "a.b"])
    func `what is written is read again`(name: String) {
        let address = MailAddress(name: name, address: "a@b.c")
        #expect(MailAddress.list(in: address.text) == [address])
    }

    @Test(arguments: [
        ("a@b", true), ("a", false), ("a@@b", false), ("@b", false), ("a@", false), ("a b@c", false),
        ("a@b\u{7}", false),
    ])
    func `an address needs something on both sides`(address: String, isUsable: Bool) {
        #expect(MailAddress(address: address).isUsable == isUsable)
    }

    @Test func `a contact has the parts of the name`() {
        let ada = MailAddress(name: "Ada Lovelace", address: "a@b.c").contact()
        #expect(ada.name == PersonName(first: "Ada", last: "Lovelace"))
        let bare = MailAddress(name: "a@b.c", address: "a@b.c").contact()
        #expect(bare.name == PersonName())
        #expect(bare.emails == [ContactValue("a@b.c")])
    }
}

@Suite struct EncodedWordsTests {
    @Test(arguments: [
        ("plain", "plain"), ("=?utf-8?q?J=C3=B6rg?=", "Jörg"), ("=?UTF-8?B?SsO2cmc=?=", "Jörg"),
        ("=?UTF-8?B?SsO2cmc?= M", "Jörg M"), ("=?ISO-8859-1?Q?J=F6rg_M?=", "Jörg M"),
        ("=?windows-1251?Q?=C0?=", "А"), ("=?utf-8*de?q?=C3=B6?=", "ö"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"), ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
        // A character may begin in one word and end in the next.
        ("=?utf-8?q?=C3?=  =?utf-8?q?=B6?=", "ö"), ("=?x-no?q?=C3?=", "=?x-no?q?=C3?="), ("=?broken", "=?broken"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="), ("a =? b ?= c", "a =? b ?= c"), ("=?utf-8?q??=", ""),
    ])
    func `words are decoded, and what is none stays`(text: String, decoded: String) {
        #expect(EncodedWords.decoded(text) == decoded)
    }
}
