import Foundation
import Testing

@Suite struct PhotoCommandTests {
    @Test func `a picture is taken from a file, saved again, replaced and removed`() async throws {
        let (contacts, _) = try await Binary.filled()
        let path = contacts.home.url.appending(path: "a.jpg").path
        let copy = contacts.home.url.appending(path: "b.jpg").path
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data((0..<200).map { UInt8($0) })
        try jpeg.write(to: URL(filePath: path))
        let saved = try await contacts.run("edit", "Ada Lovelace", "--photo", path)
        #expect(saved.messages == "contacts: Saved Ada Lovelace: photo added.\n")
        #expect(try await contacts.run("photo", "Ada Lovelace", "-o", copy).status == 0)
        #expect(try Data(contentsOf: URL(filePath: copy)) == jpeg)
        #expect(try await contacts.run("export", "ada").output.contains("PHOTO"))
        let removed = try await contacts.run("edit", "Ada Lovelace", "--clear", "photo")
        #expect(removed.messages == "contacts: Saved Ada Lovelace: photo removed.\n")
        #expect(try await contacts.run("photo", "Ada Lovelace", "-o", copy).status == 1)
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("photo", "Ada Lovelace", "-o", copy).status == 0)
    }

    @Test func `only JPEG and PNG are taken, and a large one is warned of`() async throws {
        let contacts = try Binary.withOwnBook()
        let path = contacts.home.url.appending(path: "x").path
        try Data("GIF89a".utf8).write(to: URL(filePath: path))
        #expect(try await contacts.run("add", "Ada", "--photo", path).status == 65)
        #expect(try await contacts.run("add", "Ada", "--photo", path + "none").status == 66)
        #expect(try await contacts.run("list").output == "")
        try (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 1 << 20)).write(
            to: URL(filePath: path)
        )
        let large = try await contacts.run("add", "Ada", "--photo", path)
        #expect(large.status == 0 && large.messages.contains("warning: The picture has 1.0 MB"), "\(large.messages)")
    }
}
