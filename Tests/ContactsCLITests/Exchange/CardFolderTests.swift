import Foundation
import Repository
import Testing
import VCard

@testable import ContactsCLI

@Suite struct CardFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func contact(_ name: String, uid: String) -> Contact {
        var contact = Contact(
            id: ContactID(rawValue: "1c41a2fe-0000-4000-8000-000000000001"),
            name: PersonName(first: name),
            origin: .local
        )
        contact.uid = uid
        return contact
    }

    private func export(_ contacts: Contact...) throws -> Int {
        var cards = try CardFolder(path: folder.url.path, version: .v4)
        try cards.write(contacts)
        return cards.written
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test func `files have the names of UIDs that every system takes, and others random ones`() throws {
        let written = try export(
            contact("Ada", uid: "ada_1.2+3-x"),
            contact("Grace", uid: "urn:uuid:1c41a2fe-0000-4000-8000-000000000002"),
            contact("Alan", uid: "../../escape"),
            contact("Eve", uid: ".hidden")
        )
        #expect(written == 4)
        let names = try names()
        #expect(names.contains("ada_1.2+3-x.vcf"))
        #expect(names.contains("1c41a2fe-0000-4000-8000-000000000002.vcf"))
        #expect(names.count == 4)
        #expect(!names.contains { $0.hasPrefix(".") || $0.contains("escape") })
    }

    @Test func `the next export changes only what changed, in its place, whatever its name`() throws {
        #expect(try export(contact("Ada", uid: "a/b"), contact("Grace", uid: "g")) == 2)
        try FileManager.default.moveItem(atPath: folder.path("g.vcf"), toPath: folder.path("renamed.vcf"))
        let names = try names()
        #expect(try export(contact("Ada", uid: "a/b"), contact("Grace", uid: "g")) == 0)
        #expect(try export(contact("Ada", uid: "a/b"), contact("Admiral", uid: "g")) == 1)
        #expect(try self.names() == names)
        #expect(try folder.text(of: "renamed.vcf").contains("Admiral"))
    }

    @Test func `other files stay as they are, also one that has the name of a UID`() throws {
        let others = ["note.txt": "x", "ada.vcf": "no card", "displayname": "Friends", ".secret.vcf": "y"]
        for (name, text) in others { try folder.write(text, to: name) }
        #expect(try export(contact("Ada", uid: "ada")) == 1)
        for (name, text) in others { #expect(try folder.text(of: name) == text) }
        #expect(try names().count == 5)
    }

    @Test func `two contacts with one UID are two files, which only the owner can read`() throws {
        #expect(try export(contact("Ada", uid: "a"), contact("Bess", uid: "a")) == 2)
        for name in try names() { #expect(try TemporaryFolder.mode(of: folder.path(name)) == 0o600) }
        let names = try names()
        #expect(names.count == 2)
        #expect(try export(contact("Ada", uid: "a"), contact("Bess", uid: "a")) == 0)
        #expect(try export(contact("Bess", uid: "a"), contact("Ada", uid: "a")) == 0)
        #expect(try export(contact("Ada", uid: "a"), contact("Cleo", uid: "a")) == 1)
        #expect(try self.names() == names)
    }
}
