import Foundation
import Testing

@Suite struct BookCommandsTests {
    @Test func `books are added, listed, renamed, chosen and removed`() async throws {
        let contacts = try Binary()
        #expect(try await contacts.run("book", "add", "home").status == 0)
        let added = try await contacts.run([
            "book", "add", "work", "--carddav", "https://dav.example.com/", "--user", "ada",
        ])
        #expect(added.status == 0, "\(added.messages)")
        #expect(try await contacts.run("book", "rename", "home", "family").status == 0)
        #expect(try await contacts.run("book", "default", "family").status == 0)
        let list = try await contacts.run("book", "list")
        #expect(
            list.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(5).map(String.init) }
                == [
                    ["people", "no", "api", "embedded:", ""], ["family", "yes", "none", "", ""],
                    ["work", "no", "carddav", "https://dav.example.com/", "ada"],
                ]
        )
        let file = contacts.home.url.appending(path: ".local/share/contacts/books/home.sqlite").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let removed = try await contacts.run("book", "remove", "family", "--yes")
        #expect(removed.status == 0)
        #expect(removed.messages.contains("books/removed/family.sqlite"))
        #expect(try await contacts.run("book", "default").output == "people\n")
    }

    @Test func `a book of one's own is empty, and asks no network`() async throws {
        // Nothing listens there; a request would fail.
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:9/"])
        #expect(try await contacts.run("book", "add", "home").status == 0)
        for arguments in [["list"], ["list", "--refresh"], ["sync"], ["search", "a"], ["birthdays"]] {
            let result = try await contacts.start(["--book", "home"] + arguments).result
            #expect(result.status == 0, "\(arguments) \(result.messages)")
            #expect(result.output == "", "\(arguments)")
        }
    }

    @Test func `all books are listed together, and each row ends with its book`() async throws {
        let (contacts, _) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "work").status == 0)
        let added = try await contacts.run([
            "--book", "work", "add", "--first-name", "Bess", "--last-name", "Jones", "--email", "b@example.com",
        ])
        #expect(added.status == 0, "\(added.messages)")
        let all = Binary(contacts, variables: ["CONTACTS_BOOK": "all"])
        let table = try await all.run("list", "--format", "csv", "--fields", "first")
        #expect(table.output == "first,book\r\nGrace,home\r\nBess,work\r\nAda,home\r\nAlan,home\r\n")
        let json = try await all.run("list", "--json", "--limit", "2")
        #expect(json.output.contains(",\"book\":\"home\"}"))
        #expect(json.output.contains(",\"book\":\"work\"}"))
        let next = try await all.run("list", "--next", "--fields", "first")
        #expect(next.lines == ["Ada\thome", "Alan\thome"])
        let mail = try await all.run("email", "--mutt", "bess")
        #expect(mail.lines == ["Contacts", "b@example.com\tBess Jones\t\twork"])
        let one = try await all.run("add", "--first-name", "X")
        #expect(one.status == 64)
        let plain = try await contacts.run("list", "--json")
        #expect(!plain.output.contains("\"book\""))
    }

    @Test func `an unknown book is told in the same words wherever it is named`() async throws {
        let contacts = try Binary()
        let messages = "contacts: There is no book “hoem”. The books are people."
        for arguments in [
            ["--book", "hoem", "list"], ["book", "show", "hoem"], ["book", "remove", "hoem", "--yes"],
            ["copy", "x", "--to", "hoem"],
        ] {
            let result = try await contacts.start(arguments).result
            #expect(result.status == 64, "\(arguments)")
            #expect(result.messages.hasPrefix(messages), "\(result.messages)")
        }
        let variable = try await contacts.run("list", variables: ["CONTACTS_BOOK": "hoem"])
        #expect(variable.status == 78)
        #expect(variable.messages.hasPrefix(messages), "\(variable.messages)")
        let all = try await contacts.run("copy", "x", "--to", "all")
        #expect(all.status == 64)
        #expect(all.messages.contains("all books together"))
    }
}
