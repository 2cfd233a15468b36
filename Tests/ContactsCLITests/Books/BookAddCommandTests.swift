import ArgumentParser
import Foundation
import Testing

@testable import ContactsCLI

@Suite struct BookAddCommandTests {
    @Test(arguments: [
        ["home", "--carddav", "example.com", "--folder", "/tmp"], ["home", "--user", "ada"],
        ["home", "--api", "https://example.com/", "--password-command", "pass"],
        ["home", "--folder", "/tmp", "--token-command", "token"],
    ])
    func `options that do not belong together are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try BookAddCommand.parse(arguments) }
    }

    @Test func `a password in an address is refused and not shown, and nothing is made`() async throws {
        let contacts = try Binary()
        let result = try await contacts.run("book", "add", "work", "--carddav", "https://ada:geheim@dav.example.com/")
        #expect(result.status == 64)
        #expect(!result.messages.contains("geheim"))
        #expect(result.messages.contains("--user"))
        #expect(try await contacts.run("book", "list", "--fields", "name").lines == ["people"])
    }

    @Test func `a password goes over the network only encrypted, and a place belongs to one book`() async throws {
        let contacts = try Binary()
        let open = try await contacts.run([
            "book", "add", "work", "--carddav", "http://dav.example.com/", "--user", "ada",
        ])
        #expect(open.status == 64)
        #expect(open.messages.contains("http://dav.example.com/") && open.messages.contains("https"))
        #expect(!open.messages.contains("warning"))
        let token = ["book", "add", "work", "--carddav", "http://dav.example.com/", "--token-command", "token"]
        #expect(try await contacts.start(token).result.status == 64)
        let here = try await contacts.run("book", "add", "here", "--carddav", "http://127.0.0.1:9/", "--user", "ada")
        #expect(here.status == 0, "\(here.messages)")
        let twice = try await contacts.run("book", "add", "two", "--carddav", "http://127.0.0.1:9", "--user", "ada")
        #expect(twice.status == 64)
        #expect(twice.messages.contains("“here”"))
    }

    @Test func `a folder must be there, and its path is stored whole`() async throws {
        let contacts = try Binary()
        let missing = try await contacts.run("book", "add", "old", "--folder", "/nowhere/at/all")
        #expect(missing.status == 66)
        let folder = try TemporaryFolder()
        let added = try await contacts.run("book", "add", "old", "--folder", folder.url.path + "/.")
        #expect(added.status == 0, "\(added.messages)")
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
        #expect(try await contacts.run("book", "add", "old", "--folder", cards).status == 0)
        let again = try await contacts.run("book", "add", "new", "--folder", cards + "-link")
        #expect(again.status == 64)
        #expect(again.messages.contains("“old”"))
        let shown = try await contacts.run("book", "show", "old")
        #expect(shown.output.contains("#1a2B3c\n") && !shown.output.contains("unknown"), "\(shown.output)")
        let list = try await contacts.run("book", "list", "--json=name,color")
        #expect(list.output.contains("#1a2B3c"), "\(list.output)")
    }
}
