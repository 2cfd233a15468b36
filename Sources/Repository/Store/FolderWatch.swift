#if os(Linux)
import Dispatch
import Synchronization
import Primitives

/// Watches folders for changes with inotify.
///
/// What changed is not told, only that something did: events may get lost when there are many, so that what is there has to
/// be listed in any case.
///
/// Unchecked, because Dispatch does not say of its sources that every thread may cancel them, which they allow.
package final class FolderWatch: @unchecked Sendable {
    /// An element for each burst of changes; bursts that come before the next element is awaited become one.
    package let changes: AsyncStream<Void>
    private let source: any DispatchSourceRead
    private let addWatches: @Sendable () -> [Int32]
    /// The watches of the folders; `nil` while one is missing.
    private let watches: Mutex<[Int32]?>

    /// Moved here or away, removed, and the folder itself gone.
    private static let events = UInt32(IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Starts to watch the folders that are there; `isWanted` says whether changes of a file with that name count.
    ///
    /// A file that a program wrote counts when that closes it, because the file is whole then; with `IN_MODIFY` as the
    /// `write` it counts at once, for programs that keep it open.
    package init?(
        _ folders: [String],
        write: Int32 = Int32(IN_CLOSE_WRITE),
        isWanted: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = Self.events | UInt32(write)
        let addWatches: @Sendable () -> [Int32] = { folders.map { inotify_add_watch(descriptor, $0, events) } }
        self.addWatches = addWatches
        let added = addWatches()
        watches = Mutex(added.contains { $0 < 0 } ? nil : added)
        guard added.contains(where: { $0 >= 0 }) else {
            close(descriptor)
            return nil
        }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            if Self.readEvents(descriptor, isWanted) { continuation.yield() }
        }
        source.setCancelHandler {
            close(descriptor)
            continuation.finish()
        }
        self.source = source
        source.activate()
    }

    /// What became of the watched folders.
    package enum Renewal: Sendable {
        /// They are the folders that were watched before.
        case unchanged
        /// At least one of them isn't there.
        case missing
        /// They are all there again; what happened in between wasn't noticed.
        case renewed
    }

    /// Watches the folders that are at the paths now: one that was removed and made again is another one to the system.
    package func renew() -> Renewal {
        if source.isCancelled { return .unchanged }
        let added = addWatches()
        let isMissing = added.contains { $0 < 0 }
        return watches.withLock { watches in
            let before = watches
            watches = isMissing ? nil : added
            return isMissing ? .missing : before == added ? .unchanged : .renewed
        }
    }

    package func stop() { source.cancel() }

    /// Reads what there is, and tells whether something of it counts.
    private static func readEvents(_ descriptor: Int32, _ isWanted: (String) -> Bool) -> Bool {
        var isChanged = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let head = MemoryLayout<inotify_event>.size
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isChanged }
            var place = 0
            buffer.withUnsafeBytes { bytes in
                while place + head <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    let end = min(count, place + head + Int(event.len))
                    let name = bytes[(place + head)..<end].prefix { $0 != 0 }
                    // Without a name it is the folder itself, or events were lost.
                    if name.isEmpty || isWanted(String(decoding: name, as: UTF8.self)) { isChanged = true }
                    place += head + Int(event.len)
                }
            }
        }
    }
}
#endif
