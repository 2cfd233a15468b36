import Testing

@testable import Repository

@Suite("The names of books")
struct BookTests {
    @Test(
        arguments: ["", "all", "ALL", "-x", "a b", "a/b", "..", "é", String(repeating: "a", count: 65), "a\u{1B}[31m"]
    )
    func `Letters, digits, - and _ make a name, other texts are refused`(text: String) throws {
        for name in ["home", "Work_2", "3", "a-b", String(repeating: "a", count: 64)] { try BookName.check(name) }
        let error = #expect(throws: RepositoryError.self) { try BookName.check(text) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("\u{1B}") == false)
    }

    private static func carddav(_ address: String, _ user: String? = "ada", collection: String? = nil) -> BookSource {
        .carddav(CardDAVAccount(address: address, user: user, collection: collection))
    }

    @Test(arguments: [
        (BookSource.folder("/tmp/cards"), BookSource.folder("/tmp/./cards/")),
        (carddav("https://Dav.example/ada/book"), carddav("https://dav.example:443/ada/book/")),
        (carddav("example.org", collection: "https://dav.example/ada/book/"), carddav("https://dav.example/ada/book/")),
        (carddav("Ada@example.org", nil), carddav("ada@example.org", nil)),
    ])
    func `A folder and an address book belong to one book, however they are written`(
        first: BookSource,
        second: BookSource
    ) throws {
        var list = BookList()
        try list.add("one", source: first, file: "one.db")
        let error = #expect(throws: RepositoryError.self) { try list.add("two", source: second, file: "two.db") }
        #expect(error?.code == .invalidInput && error?.message.contains("“one”") == true)
        try list.setSource(second, of: "one")
        try list.add("two", source: .none, file: "two.db")
        #expect(throws: RepositoryError.self) { try list.setSource(first, of: "two") }
    }

    @Test func `Several books can have one API, and one address book with different users`() throws {
        var list = BookList()
        for name in ["one", "two"] {
            try list.add(name, source: .api("https://example.com/"), file: name)
            let account = CardDAVAccount(address: "https://dav.example/shared/", user: name)
            try list.add(name + "-dav", source: .carddav(account), file: name + "-dav")
        }
        #expect(list.entries.count == 4)
    }
}

@Suite("The source of a book")
struct BookSourceTests {
    @Test(arguments: [
        "https://ada:geheim@example.com/", "https://ada@example.com/", "https://geheim:@example.com",
        "ada:geheim@example.com", "https://ada:ge/heim@example.com/", "https://ada:gehe im@example.com/",
    ])
    func `An address with a password is refused by a message that does not show it`(address: String) throws {
        for source in [BookSource.carddav(CardDAVAccount(address: address)), .api(address)] {
            let error = #expect(throws: RepositoryError.self) { try source.check() }
            #expect(error?.code == .invalidInput)
            for secret in ["geheim", "heim", "gehe"] { #expect(error?.message.contains(secret) == false) }
        }
    }

    @Test(arguments: [
        ("ada@example.com", "ada@example.com"), ("example.com", "example.com"),
        ("https://h.example/ada@x/?key=1", "https://h.example/ada@x/"),
        ("https://u:p@h.example/a/", "https://h.example/a/"), ("https://u:p/w@h.example/a/", "https://…@h.example/a/"),
    ])
    func `The address of an account is shown without what may be a secret`(address: String, shown: String) {
        let account = CardDAVAccount(address: address)
        #expect(BookSource.carddav(account).shownAddress == shown && BookSource.carddav(account).shownPlace == shown)
        let chosen = BookSource.carddav(account.choosing("https://h.example/ada/book/?key=1"))
        #expect(chosen.shownAddress == shown && chosen.shownPlace == "https://h.example/ada/book/")
    }

    @Test(arguments: [
        BookSource.api("ftp://example.com"), .api(""), .folder("relative"), .folder(""),
        .carddav(CardDAVAccount(address: "two words.com")), .carddav(CardDAVAccount(address: "nodots")),
        .carddav(CardDAVAccount(address: "example.com", user: "a\nb")),
        .carddav(CardDAVAccount(address: "example.com", passwordCommand: "")),
        .carddav(CardDAVAccount(address: "example.com", tokenCommand: "token")),
        .carddav(CardDAVAccount(address: "https://example.com/", passwordCommand: "pass", tokenCommand: "token")),
        .carddav(CardDAVAccount(address: "example.com", collection: "file:///etc")),
    ])
    func `What is no source is refused, an address to discover a server from is accepted`(source: BookSource) throws {
        #expect(throws: RepositoryError.self) { try source.check() }
        for address in [
            "https://example.com/", "http://127.0.0.1:5232/ada/", "example.com", "example.com:8443", "ada@example.com",
            "localhost:5232",
        ] { try BookSource.carddav(CardDAVAccount(address: address, user: "ada")).check() }
    }
}
