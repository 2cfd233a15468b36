import Foundation
import Synchronization
import Testing

@testable import BookSync

@Suite struct `A folder of cards` {
    private func withFolder(_ body: (URL, FolderSource) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vdir-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder, FolderSource(path: folder.path))
    }

    @Test func `Files that are no cards are left alone, metadata is read`() async throws {
        try await withFolder { folder, source in
            for name in [".hidden.vcf", "a.vcf~", "a.tmp", "README", "b.vcf"] {
                try card("b").write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
            }
            try "Friends\n".write(to: folder.appending(path: "displayname"), atomically: false, encoding: .utf8)
            try FileManager.default.createDirectory(
                at: folder.appending(path: "sub.vcf"),
                withIntermediateDirectories: false
            )
            #expect(try await source.describe().name == "Friends")
            #expect(try await source.changes(since: nil).items.map(\.href) == ["b.vcf"])
        }
    }

    @Test func `A new card that was written before a kill is taken for written, and another one isn't`() async throws {
        try await withFolder { folder, _ in
            // A file that was changed just now has another tag a second later, so time stands still.
            let source = FolderSource(path: folder.path) { 0 }
            let write = try await source.create(Array(card("a").utf8), uid: "a")
            let again = try await source.create(Array(card("a").utf8), uid: "a")
            #expect(again == write)
            await expect(.conflict) { _ = try await source.create(Array(card("b").utf8), uid: "a") }
        }
    }

    @Test func `Links, pipes and what is no card are named and left alone`() async throws {
        try await withFolder { folder, source in
            try card("x").write(to: folder.appending(path: "x"), atomically: false, encoding: .utf8)
            #expect(symlink("x", folder.appending(path: "link.vcf").path) == 0)
            #expect(mkfifo(folder.appending(path: "pipe.vcf").path, 0o600) == 0)
            try (card("a") + card("b")).write(to: folder.appending(path: "two.vcf"), atomically: false, encoding: .utf8)
            try "".write(to: folder.appending(path: "empty.vcf"), atomically: false, encoding: .utf8)
            try "x".write(to: folder.appending(path: "new\nline.vcf"), atomically: false, encoding: .utf8)
            let changes = try await source.changes(since: nil)
            #expect(changes.items.map(\.href) == ["empty.vcf", "link.vcf", "pipe.vcf", "two.vcf"])
            #expect(changes.notes.count == 1)
            for read in try await source.read(changes.items.map(\.href)) {
                guard case .unreadable = PulledCard(read).content else {
                    Issue.record("\(read.href)")
                    continue
                }
            }
            await expect(.forbidden) {
                _ = try await source.update("link.vcf", ifMatch: nil, bytes: Array(card("x").utf8))
            }
            await expect(.forbidden) { try await source.remove("pipe.vcf", ifMatch: nil) }
        }
    }

    @Test func `A file of 20 MB is kept apart until it is mended, and stops no other`() async throws {
        try await withFolder { folder, source in
            let file = folder.appending(path: "large.vcf")
            try card("large", name: "Large").write(to: file, atomically: false, encoding: .utf8)
            #expect(truncate(file.path, 20 << 20) == 0)
            try card("small", name: "Small").write(
                to: folder.appending(path: "small.vcf"),
                atomically: false,
                encoding: .utf8
            )
            try await SyncedBook.with { book in
                func pass() async throws -> SyncReport {
                    var pass = SyncPass(store: book.store, source: source, options: SyncOptions(conflict: .both))
                    return try await pass.run()
                }
                let first = try await pass()
                #expect(first.count(.addedHere) == 1 && first.count(.apart) == 1)
                #expect(first.entries.contains { $0.href == "large.vcf" && $0.reason == "it is larger than 16 MB" })
                #expect(try await pass().count(.apart) == 1)
                try card("large", name: "Large").write(to: file, atomically: true, encoding: .utf8)
                #expect(try await pass().count(.addedHere) == 1)
                #expect(try await book.contacts().count == 2)
                #expect(try await pass().entries.isEmpty)
            }
        }
    }

    @Test func `Two files with one UID are one contact and one that is named, until that is mended`() async throws {
        try await withFolder { folder, source in
            for (file, name) in [("a.vcf", "First"), ("b.vcf", "Second")] {
                let text = card("same", name: name)
                try text.write(to: folder.appending(path: file), atomically: false, encoding: .utf8)
            }
            try await SyncedBook.with { book in
                func pass() async throws -> SyncReport {
                    var pass = SyncPass(store: book.store, source: source, options: SyncOptions(conflict: .both))
                    return try await pass.run()
                }
                let first = try await pass()
                #expect(first.count(.addedHere) == 1 && first.count(.apart) == 1)
                let apart = try #require(first.entries.first { $0.action == .apart })
                #expect(apart.name == "Second" && apart.reason?.contains("UID") == true)
                #expect(try await pass().count(.apart) == 1)
                #expect(try await book.names() == ["First"])
                try card("other", name: "Second").write(
                    to: folder.appending(path: "b.vcf"),
                    atomically: true,
                    encoding: .utf8
                )
                #expect(try await pass().count(.addedHere) == 1)
                #expect(try await book.names() == ["First", "Second"])
            }
        }
    }

    @Test func `A pass over large files reads all of them, some at a time`() async throws {
        try await withFolder { folder, source in
            let photo = String(repeating: "A", count: 1 << 20)
            for number in 0..<7 {
                let text = card("\(number)", name: "Name \(number)").replacing(
                    "END:VCARD",
                    with: "PHOTO;ENCODING=b;TYPE=JPEG:\(photo)\r\nEND:VCARD"
                )
                let file = folder.appending(path: "\(number).vcf")
                try text.write(to: file, atomically: false, encoding: .utf8)
            }
            let names = try await source.changes(since: nil).items.map(\.href)
            #expect(try await source.read(names).count == 4)
            try await SyncedBook.with { book in
                var pass = SyncPass(store: book.store, source: source, options: SyncOptions(conflict: .both))
                let report = try await pass.run()
                #expect(report.count(.addedHere) == 7)
            }
        }
    }

    @Test func `A change within the same tick changes the tag`() async throws {
        try await withFolder { folder, source in
            let file = folder.appending(path: "a.vcf")
            try card("a", name: "One").write(to: file, atomically: false, encoding: .utf8)
            let before = try await source.changes(since: nil).items
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data(card("a", name: "Two").utf8))
            try handle.close()
            #expect(try await source.changes(since: nil).items != before)
            await expect(.conflict) { try await source.remove("a.vcf", ifMatch: before[0].etag) }
        }
    }

    @Test func `A file that is written again with the same size within the clock's resolution is read again`()
        async throws
    {
        try await withFolder { folder, _ in
            // A file system may keep whole seconds only.
            let written = 1_700_000_000
            let now = Mutex((written + 1) * 1_000_000_000)
            let source = FolderSource(path: folder.path) { now.withLock { $0 } }
            let file = folder.appending(path: "a.vcf")
            try "".write(to: file, atomically: false, encoding: .utf8)
            func write(_ name: String) throws {
                let handle = try FileHandle(forWritingTo: file)
                try handle.write(contentsOf: Data(card("a", name: name).utf8))
                try handle.close()
                let time = timespec(tv_sec: written, tv_nsec: 0)
                #expect(utimensat(AT_FDCWD, file.path, [time, time], 0) == 0)
            }
            try write("One")
            try await SyncedBook.with { book in
                func pass() async throws -> SyncReport {
                    var pass = SyncPass(store: book.store, source: source, options: SyncOptions(conflict: .both))
                    return try await pass.run()
                }
                #expect(try await pass().count(.addedHere) == 1)
                #expect(try await pass().entries.isEmpty)
                try write("Two")
                #expect(try await pass().count(.changedHere) == 1)
                #expect(try await book.names() == ["Two"])
                now.withLock { $0 += 60_000_000_000 }
                #expect(try await pass().entries.isEmpty)
                #expect(try await source.changes(since: nil).items.first?.etag.split(separator: ";").count == 3)
            }
        }
    }

    @Test func `Two files whose names differ in the form of their letters only are two contacts`() async throws {
        try await withFolder { folder, source in
            let names = ["caf\u{E9}.vcf", "cafe\u{301}.vcf"]
            // Foundation would compose the names.
            func write(_ name: String, _ text: String) throws {
                let file = try #require(fopen(folder.path + "/" + name, "w"))
                fputs(text, file)
                fclose(file)
            }
            for (name, person) in zip(names, ["One", "Two"]) { try write(name, card(person, name: person)) }
            try await SyncedBook.with { book in
                func pass() async throws -> SyncReport {
                    var pass = SyncPass(store: book.store, source: source, options: SyncOptions(conflict: .both))
                    return try await pass.run()
                }
                #expect(try await pass().count(.addedHere) == 2)
                #expect(try await pass().entries.isEmpty)
                try write(names[0], card("One", name: "Changed"))
                #expect(try await pass().count(.changedHere) == 1)
                #expect(try await book.names() == ["Changed", "Two"])
                #expect(unlink(folder.path + "/" + names[1]) == 0)
                #expect(try await pass().entries.map(\.href) == [names[1]])
                #expect(try await book.names() == ["Changed"])
                // With the same UID in both, the second is kept apart, and takes the place of the first.
                try write(names[1], card("One", name: "Twin"))
                #expect(try await pass().count(.apart) == 1)
                #expect(unlink(folder.path + "/" + names[0]) == 0)
                #expect(try await pass().count(.changedHere) == 1)
                #expect(try await book.names() == ["Twin"])
            }
        }
    }

    @Test func `A folder that is removed while it is read is missing, and its files are not`() async throws {
        try await withFolder { folder, source in
            for name in ["a", "b"] {
                try card(name).write(to: folder.appending(path: "\(name).vcf"), atomically: false, encoding: .utf8)
            }
            let open = try Folder(path: folder.path)
            try open.checkPresence()
            let other = folder.deletingLastPathComponent().appending(path: "other-\(UUID().uuidString)")
            try FileManager.default.moveItem(at: folder, to: other)
            defer { try? FileManager.default.removeItem(at: other) }
            #expect(throws: CardSourceError.self) { try open.checkPresence() }
            // Another folder in its place is another one.
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let error = #expect(throws: CardSourceError.self) { try open.checkPresence() }
            #expect(error?.code == .missing && error?.message.contains("is missing") == true)
            try FileManager.default.removeItem(at: folder)
            for name in ["a.vcf", "b.vcf"] { try FileManager.default.removeItem(at: other.appending(path: name)) }
            try FileManager.default.removeItem(at: other)
            await expect(.missing) { _ = try await source.changes(since: nil) }
            await expect(.missing) { _ = try await source.read(["a.vcf"]) }
        }
    }

    @Test func `Nothing stays beside a file that was replaced, and its permissions stay`() async throws {
        try await withFolder { folder, source in
            let href = try await source.create(Array(card("a").utf8), uid: "a").href
            let path = folder.appending(path: href).path
            #expect(chmod(path, 0o640) == 0)
            let written = try await source.update(href, ifMatch: nil, bytes: Array(card("a", name: "B").utf8))
            #expect(try await source.read([href]).first?.etag?.hasPrefix(written.etag?.prefix(20) ?? "-") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.vcf"])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o640)
        }
    }

    @Test func `What a killed pass left behind is removed, a file of one that may still run is not`() async throws {
        try await withFolder { folder, source in
            let (old, new) = (".contacts-1-2.tmp", ".contacts-3-4.tmp")
            for name in [old, new, ".contacts-own"] {
                try "x".write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
            }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -7_200)],
                ofItemAtPath: folder.appending(path: old).path
            )
            _ = try await source.describe()
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(left == [new, ".contacts-own"])
        }
    }

    @Test func `A folder of folders names them, and a missing one is missing`() async throws {
        try await withFolder { folder, source in
            let inner = folder.appending(path: "friends")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            try card("a").write(to: inner.appending(path: "a.vcf"), atomically: false, encoding: .utf8)
            await expect(.missing) { _ = try await source.describe() }
            let none = FolderSource(path: folder.path + "/none")
            await expect(.missing) { _ = try await none.describe() }
        }
    }
}
