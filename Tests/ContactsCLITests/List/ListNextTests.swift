import Foundation
import Repository
import Testing

struct ListNextTests {
    @Test(arguments: [
        [], ["--sort", "birthday"], ["--sort", "first", "--gender", "female"], ["NOT", "nat:us", "--limit", "7"],
    ])
    func `next goes on without gap or repeat, in the order and with the filters of the list`(
        options: [String]
    ) async throws {
        let contacts = try Binary()
        let all = try await contacts.start(["list"] + options.filter { $0 != "--limit" && $0 != "7" }).result.lines
        #expect(all.count > 14)
        var listed = try await contacts.start(["list", "--limit", "7"] + options).result.lines
        #expect(listed == Array(all.prefix(7)))
        while case let page = try await contacts.run("list", "--next"), !page.output.isEmpty {
            #expect(page.status == 0)
            #expect(page.lines.count <= 7)
            listed += page.lines
        }
        #expect(listed == all)
    }

    @Test func `the end is empty in every format, told beside it, and success`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("list")
        for (format, output) in [("tsv", ""), ("json", "[]\n")] {
            let result = try await contacts.succeed("list", "--next", "--format", format)
            #expect(result.output == output)
            #expect(result.messages == "contacts: No more contacts: the last list was complete.\n")
        }
    }

    @Test func `without an earlier list it is the first page, with the limit that is given`() async throws {
        let contacts = try Binary()
        let first = try await contacts.run("list", "--next", "--limit", "4")
        let second = try await contacts.run("list", "--next", "--limit", "2")
        let third = try await contacts.run("list", "--next")
        #expect(first.lines.count == 4)
        #expect(third.lines.count == 2)
        let all = try await contacts.run("list", "--offline").lines
        #expect(first.lines + second.lines + third.lines == Array(all.prefix(8)))
    }

    @Test func `other wishes than those of the list are refused, and its place is kept`() async throws {
        let contacts = try Binary()
        let all = try await contacts.run("list", "--sort", "first").lines
        _ = try await contacts.run("list", "--sort", "first", "--limit", "2")
        for other in [["--sort", "last"], ["city:nowhere"], ["--favorite"], ["--refresh"]] {
            let result = try await contacts.start(["list", "--next"] + other).result
            #expect(result.status == 64)
            #expect(result.output.isEmpty)
        }
        #expect(try await contacts.run("list", "--next", "--sort", "first").lines == Array(all[2..<4]))
    }

    @Test func `a contact that is removed or added between pages moves no other`() async throws {
        let contacts = try Binary.withOneFile()
        let all = try await contacts.run("list").lines
        _ = try await contacts.run("list", "--limit", "3")
        let last = try #require(all[2].split(separator: "\t").first)
        try await contacts.succeed("remove", String(last), "--yes")
        try await contacts.succeed("add", "--last-name", "Aaaaa")
        #expect(try await contacts.run("list", "--next").lines == Array(all[3..<6]))
    }

    @Test func `a list of no store makes none`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("list", "--offline", "--next")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `a place that cannot be kept is a warning beside the list`() async throws {
        let contacts = try Binary()
        let all = try await contacts.run("list").lines
        // A process that writes holds all others back.
        let writer = try SQLiteConnection(path: contacts.database().path, mode: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        let result = try await contacts.succeed("list", "--limit", "3")
        #expect(result.lines == Array(all.prefix(3)))
        let messages = result.messages.split(separator: "\n").filter { !$0.contains("waiting for another") }
        #expect(messages.first?.hasPrefix("contacts: warning: Where the list stopped is not remembered: ") == true)
        #expect(messages.count == 1)
        try writer.execute("ROLLBACK")
        #expect(try await contacts.run("list", "--next").output.isEmpty)
    }
}
