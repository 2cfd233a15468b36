import Foundation
import Synchronization
import TestWatch
import Testing

@testable import BookSync

@Suite struct `A folder of cards` {
    private let folder = CardFolder()
    private let book = SyncedBook()
    private var source: FolderSource { folder.source }

    private func pass() async throws -> SyncReport { try await book.sync(with: source) }

    @Test func `A new card that was written before a kill is taken for written, and another one isn't`() async throws {
        // A file that was changed just now has another tag a second later, so time stands still.
        let source = FolderSource(path: folder.path) { 0 }
        let write = try await source.create(Array(card("a").utf8), uid: "a")
        #expect(try await source.create(Array(card("a").utf8), uid: "a") == write)
        await expect(.conflict) { _ = try await source.create(Array(card("b").utf8), uid: "a") }
    }

    @Test func `Files that are no cards are left alone, and named if they have the name of one`() async throws {
        for name in [".hidden.vcf", "a.vcf~", "a.tmp", "README"] { try folder.write(card("b"), as: name) }
        try folder.write("Friends\n", as: "displayname")
        #expect(try await source.describe().name == "Friends")
        #expect(mkdir(folder.path("sub.vcf"), 0o700) == 0)
        try folder.write(card("x"), as: "x")
        #expect(symlink("x", folder.path("link.vcf")) == 0)
        #expect(mkfifo(folder.path("pipe.vcf"), 0o600) == 0)
        try folder.write(card("a") + card("b"), as: "two.vcf")
        try folder.write("", as: "empty.vcf")
        try folder.write("x", as: "new\nline.vcf")
        let changes = try await source.changes(since: nil)
        #expect(changes.items.map(\.href) == ["empty.vcf", "link.vcf", "pipe.vcf", "two.vcf"])
        #expect(changes.notes.count == 1)
        for read in try await source.read(changes.items.map(\.href)) {
            guard case .failure? = PulledCard(read).card else {
                Issue.record("\(read.href)")
                continue
            }
        }
        await expect(.forbidden) {
            _ = try await source.update("link.vcf", ifMatch: nil, bytes: Array(card("x").utf8))
        }
        await expect(.forbidden) { try await source.remove("pipe.vcf", ifMatch: nil) }
    }

    @Test func `A file of 20 MB is kept apart until it is mended, and stops no other`() async throws {
        try folder.write(card("large", name: "Large"), as: "large.vcf")
        #expect(truncate(folder.path("large.vcf"), 20 << 20) == 0)
        try folder.write(card("small", name: "Small"), as: "small.vcf")
        let first = try await pass()
        #expect(first.count(.addedHere) == 1 && first.count(.apart) == 1)
        #expect(first.entries.contains { $0.href == "large.vcf" && $0.reason == "it is larger than 16 MB" })
        #expect(try await pass().count(.apart) == 1)
        try folder.write(card("large", name: "Large"), as: "large.vcf")
        #expect(try await pass().count(.addedHere) == 1)
        #expect(try await book.contacts().count == 2)
        #expect(try await pass().entries.isEmpty)
    }

    @Test func `A pass over large files reads all of them, some at a time`() async throws {
        let photo = String(repeating: "A", count: 1 << 20)
        for number in 0..<5 {
            let text = card("\(number)", name: "Name \(number)").adding(["PHOTO;ENCODING=b;TYPE=JPEG:\(photo)"])
            try folder.write(text, as: "\(number).vcf")
        }
        let names = try await source.changes(since: nil).items.map(\.href)
        #expect(try await source.read(names).count == 4)
        #expect(try await pass().count(.addedHere) == 5)
    }

    @Test func `A change within the same tick changes the tag`() async throws {
        try folder.write(card("a", name: "One"), as: "a.vcf")
        let before = try await source.changes(since: nil).items
        try folder.write(card("a", name: "Two"), as: "a.vcf")
        #expect(try await source.changes(since: nil).items != before)
        await expect(.conflict) { try await source.remove("a.vcf", ifMatch: before[0].etag) }
    }

    @Test func `A file that gets the same size within the clock's resolution is read again`() async throws {
        // A file system may keep whole seconds only.
        let written = 1_700_000_000
        let now = Mutex((written + 1) * 1_000_000_000)
        let source = FolderSource(path: folder.path) { now.withLock { $0 } }
        func pass() async throws -> SyncReport { try await book.sync(with: source) }
        func write(_ name: String) throws {
            try folder.write(card("a", name: name), as: "a.vcf")
            let time = timespec(tv_sec: written, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, folder.path("a.vcf"), [time, time], 0) == 0)
        }
        try write("One")
        #expect(try await pass().count(.addedHere) == 1)
        #expect(try await pass().entries.isEmpty)
        try write("Two")
        #expect(try await pass().count(.changedHere) == 1)
        #expect(try await book.names() == ["Two"])
        now.withLock { $0 += 60_000_000_000 }
        #expect(try await pass().entries.isEmpty)
        #expect(try await source.changes(since: nil).items.first?.etag.split(separator: ";").count == 3)
    }

    @Test func `Two files whose names differ in the form of their letters only are two contacts`() async throws {
        let names = ["caf\u{E9}.vcf", "cafe\u{301}.vcf"]
        for (name, person) in zip(names, ["One", "Two"]) { try folder.write(card(person, name: person), as: name) }
        #expect(try await pass().count(.addedHere) == 2)
        #expect(try await pass().entries.isEmpty)
        try folder.write(card("One", name: "Changed"), as: names[0])
        #expect(try await pass().count(.changedHere) == 1)
        #expect(try await book.names() == ["Changed", "Two"])
        #expect(unlink(folder.path(names[1])) == 0)
        #expect(try await pass().entries.map(\.href) == [names[1]])
        #expect(try await book.names() == ["Changed"])
        // With the same UID in both, the second is kept apart, and takes the place of the first.
        try folder.write(card("One", name: "Twin"), as: names[1])
        #expect(try await pass().count(.apart) == 1)
        #expect(unlink(folder.path(names[0])) == 0)
        #expect(try await pass().count(.changedHere) == 1)
        #expect(try await book.names() == ["Twin"])
    }

    @Test func `Nothing stays beside a file that was replaced, and its permissions stay`() async throws {
        let href = try await source.create(Array(card("a").utf8), uid: "a").href
        let path = folder.path(href)
        #expect(chmod(path, 0o640) == 0)
        let written = try await source.update(href, ifMatch: nil, bytes: Array(card("a", name: "B").utf8))
        #expect(try await source.read([href]).first?.etag?.hasPrefix(written.etag?.prefix(20) ?? "-") == true)
        #expect(try folder.names() == ["a.vcf"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test func `What a killed pass left behind is removed, a file of one that may still run is not`() async throws {
        let (old, new) = (".contacts-1-2.tmp", ".contacts-3-4.tmp")
        for name in [old, new, ".contacts-own"] { try folder.write("x", as: name) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7_200)],
            ofItemAtPath: folder.path(old)
        )
        _ = try await source.describe()
        #expect(try folder.names() == [new, ".contacts-own"])
    }

    @Test func `A file that cannot be examined or read is neither removed nor set apart for good`() throws {
        try folder.write(card("a"), as: "a.vcf")
        let open = try Folder(path: folder.path)
        #expect(chmod(folder.path("a.vcf"), 0) == 0 && chmod(folder.path, 0o755) == 0)
        let unreadable = CardRead.Content.unreadable("there is no permission to read it", etag: nil)
        #expect(withoutPrivileges { open.content(of: "a.vcf") } == unreadable)
        #expect(chmod(folder.path, 0o600) == 0)
        #expect(throws: CardSourceError.self) { try withoutPrivileges { try open.state(of: "a.vcf") } }
        #expect(withoutPrivileges { open.content(of: "a.vcf") } == unreadable)
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(try open.state(of: "b.vcf") == nil)
    }

    @Test func `A folder of folders names them, and a missing one is missing`() async throws {
        #expect(mkdir(folder.path("friends"), 0o700) == 0)
        try folder.write(card("a"), as: "friends/a.vcf")
        await expect(.missing) { _ = try await source.describe() }
        let missing = FolderSource(path: folder.path("none"))
        for isTrial in [false, true] {
            let error = await #expect(throws: CardSourceError.self) {
                try await book.sync(with: missing, isTrial: isTrial)
            }
            #expect(error?.code == .missing && error?.message.hasSuffix("is missing.") == true)
        }
    }
}

/// A folder for cards, which is removed with the last reference to it.
final class CardFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "vdir-\(UUID().uuidString)")

    var path: String { url.path }
    var source: FolderSource { FolderSource(path: path) }

    init() { mkdir(path, 0o700) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file, whose name Foundation would compose.
    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, in place if it exists.
    func write(_ text: String, as name: String) throws {
        let file = try #require(fopen(path(name), "w"))
        fputs(text, file)
        fclose(file)
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
