import BookSyncDoubles
import Foundation
import Repository
import Synchronization
import Testing

@testable import BookSync

/// A store that tells when it is at work.
private final class BusyStore: SyncStore {
    let store: SQLiteContactDAO
    private let busy = Mutex(0)

    init(_ store: SQLiteContactDAO) {
        self.store = store
    }

    var isBusy: Bool { busy.withLock { $0 > 0 } }

    func synchronize<Result: Sendable>(
        at time: Date,
        _ body: @Sendable (inout SyncTransaction) throws -> Result
    ) async throws -> Result {
        busy.withLock { $0 += 1 }
        defer { busy.withLock { $0 -= 1 } }
        return try await store.synchronize(at: time, body)
    }
}

@Suite struct SyncPassReadingTests {
    @Test func `a large card is stored before the next one is read, so that only one is in memory`() async throws {
        try await SyncedBook.with { book in
            book.source.description.readBatch = 1
            let photo = "PHOTO;ENCODING=b;TYPE=JPEG:" + Data(repeating: 255, count: 800_000).base64EncodedString()
            for number in 0..<2 {
                book.source.put(SyncedBook.card("Large \(number)", uid: "l\(number)", photo), as: "\(number).vcf")
            }
            let store = BusyStore(book.store)
            let overlaps = Mutex(0)
            book.source.setFault { call, _, _ in
                guard call == .read, store.isBusy else { return }
                overlaps.withLock { $0 += 1 }
            }
            var pass = SyncPass(store: store, source: book.source)
            #expect(try await pass.run().count(.addedHere) == 2)
            #expect(overlaps.withLock { $0 } == 0)
            book.source.setFault(nil)
            try await book.expectQuiet()
        }
    }
}
