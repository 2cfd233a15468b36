import Foundation
import Testing

struct GroupCommandsTests {
    /// A book of a folder with a card of each person, and one of the group Friends with all of them.
    private func friends(_ names: String...) async throws -> (book: Binary, folder: URL) {
        let contacts = try Binary()
        let folder = contacts.home.url.appending(path: "cards")
        let members = names.map { "MEMBER:urn:uuid:\($0)" }
        let cards = names.map { ($0, ["FN:\($0.capitalized)"]) } + [("g", ["FN:Friends", "KIND:group"] + members)]
        for (uid, lines) in cards {
            try contacts.home.write(.card(["UID:\(uid)"] + lines, version: "4.0"), to: "cards/\(uid).vcf")
        }
        let book = Binary(contacts, variables: ["CONTACTS_BOOK": "cards"])
        try await contacts.succeed("book", "add", "cards", "--folder", folder.path)
        try await book.succeed("sync")
        return (book, folder)
    }

    @Test func `a group is shown and deleted, and its contacts stay`() async throws {
        let (contacts, ids) = try await Binary.filled()
        try await contacts.succeed("group", "show", "MATHS", "--json=id", output: "[\n{\"id\":\"\(ids[0])\"}\n]\n")
        try await contacts.fail(1, "group", "show", "none")
        try await contacts.fail(1, "group", "rename", "friends", "others", saying: "“friends”")
        #expect(try await contacts.run("group", "delete", "maths").status == 64)
        let trial = "Would delete the group “maths”, which has Ada Lovelace."
        try await contacts.succeed("group", "delete", "maths", "--dry-run", said: trial)
        try await contacts.succeed("group", "delete", "Maths", "--yes")
        #expect(try await contacts.run("group", "list").lines == ["navy\t1"])
        #expect(try await contacts.run("list", "--offline").lines.count == 3)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("group", "list").lines == ["maths\t1", "navy\t1"])
        try await contacts.type("n\n", to: "group", "delete", "maths", showing: "Ada Lovelace", "Nothing was changed.")
    }

    @Test func `a group that is renamed and then loses a member keeps its card`() async throws {
        let (book, _) = try await friends("ada", "bob")
        try await book.succeed("group", "rename", "friends", "pals")
        try await book.succeed("group", "remove", "pals", "Ada")
        #expect(try await book.run("sync").lines.map { $0.prefix { $0 != "\t" } } == ["changed-there"])
        func text(_ name: String) throws -> String { try book.home.text(of: "cards/\(name).vcf") }
        #expect(try text("g").contains("FN:pals\r\n") && text("g").contains("uuid:bob"))
        #expect(try !text("g").contains("uuid:ada") && !text("ada").contains("CATEGORIES"))
        #expect(try !text("bob").contains("CATEGORIES"))
        #expect(try await book.run("group", "list").lines == ["pals\t1"])
    }

    @Test func `a group with a card of its own is there without contacts until it is deleted`() async throws {
        let (book, folder) = try await friends("ada")
        try await book.succeed("group", "remove", "friends", "Ada")
        try await book.succeed("sync")
        #expect(try await book.run("group", "list").lines == ["Friends\t0"])
        try await book.fail(1, "group", "rename", "friends", "pals", saying: "no contacts")
        try await book.succeed("group", "delete", "friends", "--yes", saying: "which has no contacts")
        #expect(try await book.run("sync").lines.first?.hasPrefix("removed-there\tFriends") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ada.vcf"])
        #expect(try await book.run("group", "delete", "friends", "--yes").status == 1)
    }

    @Test func `groups are made, found, renamed and left, each in one step`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        try await contacts.succeed("group", "add", "Freunde", ids[0], ids[1], ids[2])
        try await contacts.succeed("group", "add", "work", ids[2])
        #expect(try await contacts.run("group", "list").lines == ["Freunde\t3", "work\t1"])
        #expect(try await contacts.ids("--group", "freunde") == Set(ids[0..<3]))
        try await contacts.succeed("group", "remove", "FREUNDE", ids[1])
        #expect(try await contacts.ids("--group", "Freunde") == [ids[0], ids[2]])

        try await contacts.succeed("group", "rename", "freunde", "work")
        #expect(try await contacts.run("group", "list").lines == ["work\t2"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("groups", "ls").lines == ["Freunde\t2", "work\t1"])
    }
}

struct FavoriteCommandTests {
    @Test func `favorites are marked in one step, found, kept over a refresh, and taken away`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        try await contacts.succeed("favorite", ids[0], output: "")
        let second = try await contacts.succeed("favorite", ids[0], String(ids[4].prefix(18)), output: "")
        #expect(second.messages.contains(#/ is now a favorite\. .+ was already like that\.\n/#))
        try await contacts.succeed("list", "--refresh")
        #expect(try await contacts.ids("--favorite") == [ids[0], ids[4]])
        try await contacts.succeed("favorite", "--remove", ids[0])
        #expect(try await contacts.ids("--favorite") == [ids[4]])
        try await contacts.succeed("undo", "--steps", "3")
        #expect(try await contacts.ids("--favorite").isEmpty)
    }
}

struct ShowCommandTests {
    @Test func `show takes an identifier, its beginning, names, several contacts and standard input`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let whole = try await contacts.succeed("show", ids[0])
        #expect(whole.lines.last == "ID:          \(ids[0])")
        try await contacts.succeed("show", String(ids[0].prefix(13)), output: whole.output)
        let one = try await contacts.run("show", "ada lovelace", "--json=id,groups")
        #expect(one.output == "{\"id\":\"\(ids[0])\",\"categories\":[\"maths\"]}\n")
        let two = try await contacts.run("show", ids[1], "turing", "--fields", "name", "--format", "tsv")
        #expect(two.output == "Grace Hopper\nAlan Turing\n")
        for format in ["tsv", "plain"] {
            let search = "\"$contacts\" search --offline --format \(format) -- grace OR ada"
            let piped = try await contacts.shell("\(search) | \"$contacts\" show - --format json")
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
        let saved = "Saved Ada Lovelace: photo"
        try await contacts.succeed("edit", "Ada Lovelace", "--photo", path, said: "\(saved) added.")
        try await contacts.succeed("photo", "Ada Lovelace", "-o", copy)
        #expect(try Data(contentsOf: URL(filePath: copy)) == jpeg)
        #expect(try await contacts.run("export", "ada").output.contains("PHOTO"))
        try await contacts.succeed("edit", "Ada Lovelace", "--clear", "photo", said: "\(saved) removed.")
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
        try await contacts.succeed("add", "Ada", "--photo", path, saying: "warning: The picture is 1.0 MB")
    }
}
