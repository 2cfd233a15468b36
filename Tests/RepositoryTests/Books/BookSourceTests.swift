import Repository
import Testing

@Suite("The source of a book")
struct BookSourceTests {
    @Test(
        "An address to discover a server from is accepted",
        arguments: [
            "https://example.com/", "http://127.0.0.1:5232/ada/", "example.com", "example.com:8443", "ada@example.com",
            "localhost:5232",
        ]
    )
    func addresses(address: String) throws {
        try BookSource.carddav(CardDAVAccount(address: address, user: "ada")).check()
    }

    @Test(
        "An address with a password is refused by a message that does not show it",
        arguments: [
            "https://ada:geheim@example.com/", "https://ada@example.com/", "https://geheim:@example.com",
            "ada:geheim@example.com", "https://ada:ge/heim@example.com/", "https://ada:gehe im@example.com/",
        ]
    )
    func passwords(address: String) throws {
        for source in [BookSource.carddav(CardDAVAccount(address: address)), .api(address)] {
            let error = #expect(throws: RepositoryError.self) { try source.check() }
            #expect(error?.code == .invalidInput)
            for secret in ["geheim", "heim", "gehe"] { #expect(error?.message.contains(secret) == false) }
        }
    }

    @Test(
        "The address of an account is shown without what may be a secret",
        arguments: [
            ("ada@example.com", "ada@example.com"), ("example.com", "example.com"),
            ("https://h.example/ada@x/?key=1", "https://h.example/ada@x/"),
            ("https://u:p@h.example/a/", "https://h.example/a/"),
            ("https://u:p/w@h.example/a/", "https://…@h.example/a/"),
        ]
    )
    func shownAddresses(address: String, shown: String) {
        let account = CardDAVAccount(address: address)
        #expect(BookSource.carddav(account).shownAddress == shown && BookSource.carddav(account).shownPlace == shown)
        let chosen = BookSource.carddav(account.choosing("https://h.example/ada/book/?key=1"))
        #expect(chosen.shownAddress == shown && chosen.shownPlace == "https://h.example/ada/book/")
    }

    @Test(
        "What is no source is refused",
        arguments: [
            BookSource.api("ftp://example.com"), .api(""), .folder("relative"), .folder(""),
            .carddav(CardDAVAccount(address: "two words.com")), .carddav(CardDAVAccount(address: "nodots")),
            .carddav(CardDAVAccount(address: "example.com", user: "a\nb")),
            .carddav(CardDAVAccount(address: "example.com", passwordCommand: "")),
            .carddav(CardDAVAccount(address: "example.com", tokenCommand: "token")),
            .carddav(CardDAVAccount(address: "https://example.com/", passwordCommand: "pass", tokenCommand: "token")),
            .carddav(CardDAVAccount(address: "example.com", collection: "file:///etc")),
        ]
    )
    func refusals(source: BookSource) {
        #expect(throws: RepositoryError.self) { try source.check() }
    }
}
