import Foundation
import Testing

@Suite struct BookCommandsTests {
    @Test func `books are added, listed, renamed, chosen and removed`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "home")
        try await contacts.succeed("book", "add", "work", "--carddav", "https://dav.example.com/", "--user", "ada")
        try await contacts.succeed("book", "rename", "home", "family")
        try await contacts.succeed("book", "default", "family")
        let books = [
            "people\tno\tapi\tembedded:\t", "family\tyes\tnone\t\t",
            "work\tno\tcarddav\thttps://dav.example.com/\tada",
        ]
        #expect(try await contacts.run("book", "list", "--fields", "name,default,source,address,user").lines == books)
        let file = contacts.home.path(".local/share/contacts/books/home.sqlite")
        #expect(try TemporaryFolder.mode(of: file) == 0o600)
        let removed = try await contacts.succeed("book", "remove", "family", "--yes")
        #expect(removed.messages.contains("books/removed/family.sqlite"))
        #expect(try await contacts.run("book", "default").output == "people\n")
    }

    @Test func `a book of one's own is empty, and asks no network`() async throws {
        // Nothing listens there; a request would fail.
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:9/"])
        try await contacts.succeed("book", "add", "home")
        for arguments in [["list"], ["list", "--refresh"], ["sync"], ["search", "a"], ["birthdays"]] {
            try await contacts.succeed(["--book", "home"] + arguments, output: "")
        }
    }

    @Test func `all books are listed together, and each row ends with its book`() async throws {
        let (contacts, _) = try await Binary.filled()
        try await contacts.succeed("book", "add", "work")
        try await contacts.succeed("--book", "work", "add", "Bess Jones", "b@example.com")
        let all = Binary(contacts, variables: ["CONTACTS_BOOK": "all"])
        let table = try await all.run("list", "--format", "csv", "--fields", "first")
        #expect(table.output == "first,book\r\nGrace,home\r\nBess,work\r\nAda,home\r\nAlan,home\r\n")
        let json = try await all.run("list", "--json", "--limit", "2")
        #expect(json.output.contains(",\"book\":\"home\"}"))
        #expect(json.output.contains(",\"book\":\"work\"}"))
        #expect(try await all.run("list", "--next", "--fields", "first").lines == ["Ada\thome", "Alan\thome"])
        try await all.succeed("email", "--mutt", "bess", output: "Contacts\nb@example.com\tBess Jones\t\twork\n")
        try await all.fail(64, "add", "--first-name", "X")
        #expect(try await !contacts.run("list", "--json").output.contains("\"book\""))
    }

    @Test func `an unknown book is told in the same words wherever it is named`() async throws {
        let contacts = try Binary()
        let messages = "contacts: There is no book “hoem”. The books are people."
        for arguments in [
            ["--book", "hoem", "list"], ["book", "show", "hoem"], ["book", "remove", "hoem", "--yes"],
            ["copy", "x", "--to", "hoem"],
        ] {
            let result = try await contacts.fail(64, arguments)
            #expect(result.messages.hasPrefix(messages), "\(result.messages)")
        }
        let variable = try await contacts.fail(78, "list", variables: ["CONTACTS_BOOK": "hoem"])
        #expect(variable.messages.hasPrefix(messages), "\(variable.messages)")
        let all = try await contacts.fail(64, "copy", "x", "--to", "all")
        #expect(all.messages.contains("all books together"))
    }
}

@Suite struct BookAddCommandTests {
    @Test func `a password in an address is refused and not shown, and nothing is made`() async throws {
        let contacts = try Binary()
        let address = "https://ada:geheim@dav.example.com/"
        let result = try await contacts.fail(64, "book", "add", "work", "--carddav", address, saying: "--user")
        #expect(!result.messages.contains("geheim"))
        #expect(try await contacts.run("book", "list", "--fields", "name").lines == ["people"])
    }

    @Test func `a password goes over the network only encrypted, and a place belongs to one book`() async throws {
        let contacts = try Binary()
        func add(_ name: String, _ address: String, _ secret: String...) -> [String] {
            ["book", "add", name, "--carddav", address] + secret
        }
        let open = "http://dav.example.com/"
        let refused = try await contacts.fail(64, add("w", open, "--user", "ada"), saying: open, "https")
        #expect(!refused.messages.contains("warning"))
        try await contacts.fail(64, add("w", open, "--token-command", "token"))
        try await contacts.succeed(add("here", "http://127.0.0.1:9/", "--user", "ada"))
        try await contacts.fail(64, add("two", "http://127.0.0.1:9", "--user", "ada"), saying: "“here”")
    }

    @Test func `a folder must be there, and its path is stored whole`() async throws {
        let contacts = try Binary()
        try await contacts.fail(66, "book", "add", "old", "--folder", "/nowhere/at/all")
        let folder = try TemporaryFolder()
        try await contacts.succeed("book", "add", "old", "--folder", folder.url.path + "/.")
        let shown = try await contacts.run("book", "show", "old", "--json=address,source,contacts")
        #expect(shown.output.contains("\"\(folder.url.path)\""))
        #expect(shown.output.contains("\"contacts\":0"))
    }

    @Test func `a folder that another book has is refused, whichever link leads to it`() async throws {
        let contacts = try Binary()
        let folder = try TemporaryFolder()
        let cards = folder.url.appending(path: "cards").path
        try FileManager.default.createDirectory(atPath: cards, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: cards + "-link", withDestinationPath: cards)
        try " #1a2B3cff\n".write(toFile: cards + "/color", atomically: true, encoding: .utf8)
        try await contacts.succeed("book", "add", "old", "--folder", cards)
        try await contacts.fail(64, "book", "add", "new", "--folder", cards + "-link", saying: "“old”")
        let shown = try await contacts.run("book", "show", "old")
        #expect(shown.output.contains("#1a2B3c\n") && !shown.output.contains("unknown"), "\(shown.output)")
        let list = try await contacts.run("book", "list", "--json=name,color")
        #expect(list.output.contains("#1a2B3c"), "\(list.output)")
    }
}

@Suite struct BookRemoveCommandTests {
    @Test func `a book is removed only when that is confirmed, and its database can still be opened`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "home")
        try await contacts.succeed("--book", "home", "add", "--first-name", "Ada")
        #expect(try await contacts.run("book", "remove", "home").status == 64)
        let declined = try await contacts.run(["book", "remove", "home"], typing: "n\n")
        #expect(declined.result.status == 1)
        #expect(declined.screen.contains("with 1 contact?"))
        let removed = try await contacts.succeed("book", "remove", "home", "--yes")
        let path = try #require(removed.messages.firstMatch(of: /“(\/[^”]*)”/)?.output.1)
        #expect(try await contacts.run("--db", String(path), "list", "--offline", "--fields", "first").lines == ["Ada"])
        try await contacts.fail(64, "--book", "home", "list")
        try await contacts.fail(64, "book", "remove", "people", "--yes")
    }
}
