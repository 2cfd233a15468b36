import BookSyncDoubles
import FaultyDisk
import Foundation
import Repository
import Testing

@testable import BookSync

struct FaultyDiskPassTests {
    @Test(arguments: [FaultyDiskKill, FaultyDiskError, FaultyDiskFull])
    func `a pass that meets a fault of the disk loses nothing and doubles nothing`(_ fault: FaultyDiskFault)
        async throws
    {
        var operation: Int32 = 1
        while try await !ends(fault, before: operation) { operation += 9 }
        #expect(operation > 50, "else hardly anything was tried")
    }

    /// Runs a pass over changes on both sides with a fault, and the next ones without; returns whether the first one
    /// ended before the fault.
    private func ends(_ fault: FaultyDiskFault, before operation: Int32) async throws -> Bool {
        let book = SyncedBook()
        let disk = faultyDiskCreate(URL(filePath: book.path).deletingLastPathComponent().path)
        defer { faultyDiskDestroy(disk) }
        for name in ["A", "B", "C"] {
            book.source.put(SyncedBook.card(name, uid: name, "NOTE:\(name)"), as: "\(name).vcf")
        }
        for name in ["X", "Y", "Z"] { try await book.add(name) { $0.note = name } }
        try await book.sync()
        try await book.change("X") { $0.note = "X changed" }
        try await book.remove("Y")
        try await book.add("New") { $0.note = "New" }
        try book.rewrite("A.vcf", "NOTE:A", "NOTE:A changed")
        book.source.drop("B.vcf")
        book.source.put(SyncedBook.card("Later", uid: "later", "NOTE:Later"), as: "later.vcf")

        faultyDiskFailAt(disk, faultyDiskOperations(disk) + operation, fault)
        do {
            try await book.sync()
        } catch {
            try #require(faultyDiskHasFailed(disk) != 0, "\(error)")
        }
        let isOver = faultyDiskHasFailed(disk) == 0
        await book.store.close()
        if fault == FaultyDiskKill, !isOver {
            // The power goes with the process, and so does the memory that processes share.
            faultyDiskCutPower(disk, UInt32(operation))
            unlink(book.path + "-shm")
        }
        faultyDiskFailAt(disk, 0, fault)

        for _ in 1...2 { try await book.sync() }
        try await book.expectQuiet()
        let notes = ["A changed", "C", "Later", "New", "X changed", "Z"]
        #expect(try await book.contacts().map { $0.note ?? "" }.sorted() == notes, "operation \(operation)")
        let lines = book.source.cards.values.flatMap { $0.components(separatedBy: "\r\n") }
        #expect(lines.filter { $0.hasPrefix("NOTE:") }.sorted() == notes.map { "NOTE:\($0)" }, "operation \(operation)")
        await book.store.close()
        return isOver
    }
}
