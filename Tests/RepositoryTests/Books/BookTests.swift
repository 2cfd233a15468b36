import Testing

@testable import Repository

@Suite("The names of books")
struct BookTests {
    @Test(
        "A text that cannot be a name is refused",
        arguments: ["", "all", "ALL", "-x", "a b", "a/b", "..", "é", String(repeating: "a", count: 65), "a\u{1B}[31m"]
    )
    func refusals(name: String) {
        let error = #expect(throws: RepositoryError.self) { try BookName.check(name) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("\u{1B}") == false)
    }

    @Test(
        "Letters, digits, - and _ make a name",
        arguments: ["home", "Work_2", "3", "a-b", String(repeating: "a", count: 64)]
    )
    func names(name: String) throws {
        try BookName.check(name)
    }

    @Test(
        "A folder and an address book belong to one book, however they are written",
        arguments: [
            (BookSource.folder("/tmp/cards"), BookSource.folder("/tmp/./cards/")),
            (
                .carddav(CardDAVAccount(address: "https://Dav.example/ada/book", user: "ada")),
                .carddav(CardDAVAccount(address: "https://dav.example:443/ada/book/", user: "ada"))
            ),
            (
                .carddav(
                    CardDAVAccount(address: "example.org", user: "ada", collection: "https://dav.example/ada/book/")
                ),
                .carddav(CardDAVAccount(address: "https://dav.example/ada/book/", user: "ada"))
            ),
            (
                .carddav(CardDAVAccount(address: "Ada@example.org")),
                .carddav(CardDAVAccount(address: "ada@example.org"))
            ),
        ]
    )
    func places(first: BookSource, second: BookSource) throws {
        var list = BookList()
        try list.add("one", source: first, file: "one.db")
        let error = #expect(throws: RepositoryError.self) { try list.add("two", source: second, file: "two.db") }
        #expect(error?.code == .invalidInput && error?.message.contains("“one”") == true)
        try list.setSource(second, of: "one")
        try list.add("two", source: .none, file: "two.db")
        #expect(throws: RepositoryError.self) { try list.setSource(first, of: "two") }
    }

    @Test("Several books can have one API, and one address book with different users")
    func sharedPlaces() throws {
        var list = BookList()
        for name in ["one", "two"] {
            try list.add(name, source: .api("https://example.com/"), file: name)
            let account = CardDAVAccount(address: "https://dav.example/shared/", user: name)
            try list.add(name + "-dav", source: .carddav(account), file: name + "-dav")
        }
        #expect(list.entries.count == 4)
    }

    @Test("A book that does not exist is answered with the nearest name, or with all")
    func nearest() throws {
        let list = BookList()
        #expect(try list.entry(named: "people") == nil)
        let near = #expect(throws: RepositoryError.self) { _ = try list.entry(named: "peopel") }
        #expect(near?.message.contains("Did you mean “people”?") == true)
        let far = #expect(throws: RepositoryError.self) { _ = try list.entry(named: "xyz") }
        #expect(far?.message.contains("The books are people.") == true)
    }
}
