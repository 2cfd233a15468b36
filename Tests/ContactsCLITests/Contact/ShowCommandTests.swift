import Foundation
import Testing

struct ShowCommandTests {
    @Test func `show finds a contact by its identifier and by the beginning of it`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        let id = ids[0]
        let whole = try await contacts.succeed("show", id)
        #expect(whole.lines.last == "ID:          \(id)")
        #expect(try await contacts.run("show", String(id.prefix(13))).output == whole.output)
        let json = try await contacts.run("show", id, "--format", "json")
        #expect(try json.object["id"] as? String == id)
    }

    @Test func `show takes names, several contacts and identifiers from standard input`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let one = try await contacts.run("show", "ada lovelace", "--json=id,groups")
        #expect(one.output == "{\"id\":\"\(ids[0])\",\"categories\":[\"maths\"]}\n")
        let two = try await contacts.run("show", ids[1], "turing", "--fields", "name", "--format", "tsv")
        #expect(two.output == "Grace Hopper\nAlan Turing\n")
        for format in ["tsv", "plain"] {
            let piped = try await contacts.shell(
                "\"$contacts\" search --offline --format \(format) -- grace OR ada | \"$contacts\" show - --format json"
            )
            #expect(try piped.objects.compactMap { $0["id"] as? String } == [ids[1], ids[0]], "\(format)")
        }
        #expect(try await contacts.run("show", "-").status == 1)
    }

    @Test func `the name that is shown names the contact, with its form of address`() async throws {
        let contacts = try Binary.withOwnBook()
        let parts = ["--prefix", "Prof. Dr.", "--first-name", "Eva", "--middle-name", "Q", "--suffix", "PhD"]
        try await contacts.succeed(["add", "--last-name", "Maier"] + parts)
        let shown = try await contacts.succeed("show", "Eva Maier").lines
        let name = try #require(shown.first?.dropFirst("Name:".count).trimmingPrefix { $0 == " " })
        #expect(name == "Prof. Dr. Eva Q Maier PhD")
        #expect(try await contacts.succeed("show", String(name)).lines == shown)
        #expect(try await contacts.run("search", "dr. eva").lines.count == 1)
        try await contacts.succeed("edit", "Eva Maier", "--prefix", "Mrs")
        #expect(try await contacts.run("search", "mrs").output == "")
    }
}

@Suite struct PhotoCommandTests {
    @Test func `a picture is taken from a file, saved again, replaced and removed`() async throws {
        let (contacts, _) = try await Binary.filled()
        let (path, copy) = (contacts.home.path("a.jpg"), contacts.home.path("b.jpg"))
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data((0..<200).map { UInt8($0) })
        try jpeg.write(to: URL(filePath: path))
        let saved = try await contacts.run("edit", "Ada Lovelace", "--photo", path)
        #expect(saved.messages == "contacts: Saved Ada Lovelace: photo added.\n")
        try await contacts.succeed("photo", "Ada Lovelace", "-o", copy)
        #expect(try Data(contentsOf: URL(filePath: copy)) == jpeg)
        #expect(try await contacts.run("export", "ada").output.contains("PHOTO"))
        let removed = try await contacts.run("edit", "Ada Lovelace", "--clear", "photo")
        #expect(removed.messages == "contacts: Saved Ada Lovelace: photo removed.\n")
        #expect(try await contacts.run("photo", "Ada Lovelace", "-o", copy).status == 1)
        try await contacts.succeed("undo")
        try await contacts.succeed("photo", "Ada Lovelace", "-o", copy)
        #expect(try await contacts.shell("\"$contacts\" photo 'Ada Lovelace' -o - | wc -c").output.contains("204"))
        // What this program did not write stays, unless it is said.
        try Data("mine".utf8).write(to: URL(filePath: copy))
        try await contacts.fail(73, "photo", "Ada Lovelace", "-o", copy, saying: "--force")
        #expect(try Data(contentsOf: URL(filePath: copy)) == Data("mine".utf8))
        try await contacts.succeed("photo", "Ada Lovelace", "-o", copy, "--force")
    }

    @Test func `only JPEG and PNG are taken, and a large one is warned of`() async throws {
        let contacts = try Binary.withOwnBook()
        let path = try contacts.home.write("GIF89a", to: "x")
        #expect(try await contacts.run("add", "Ada", "--photo", path).status == 65)
        #expect(try await contacts.run("add", "Ada", "--photo", path + "none").status == 66)
        #expect(try await contacts.run("list").output == "")
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 1 << 20)
        try png.write(to: URL(filePath: path))
        try await contacts.succeed("add", "Ada", "--photo", path, saying: "warning: The picture has 1.0 MB")
    }
}
