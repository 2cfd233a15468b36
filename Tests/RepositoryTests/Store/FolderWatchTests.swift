#if os(Linux)
import Foundation
import Testing

@testable import Repository

@Suite struct FolderWatchTests {
    private let temporary = TemporaryFolder()

    @Test(.timeLimit(.minutes(1))) func `a file that is written, moved or removed is heard of, others are not`()
        async throws
    {
        let folder = URL(filePath: temporary.path)
        let watch = try #require(FolderWatch([folder.path, "/no/such/folder"]) { $0.hasSuffix(".vcf") })
        var changes = watch.changes.makeAsyncIterator()
        let card = folder.appending(path: "a.vcf")
        try Data("x".utf8).write(to: folder.appending(path: "other.tmp"))
        try Data("x".utf8).write(to: card)
        #expect(await changes.next() != nil)
        try FileManager.default.moveItem(at: card, to: folder.appending(path: "b.vcf"))
        #expect(await changes.next() != nil)
        try FileManager.default.removeItem(at: folder.appending(path: "b.vcf"))
        #expect(await changes.next() != nil)
        watch.stop()
        while await changes.next() != nil {}
    }

    @Test func `without a folder there is nothing to watch`() {
        #expect(FolderWatch(["/no/such/folder"]) == nil)
    }
}
#endif
