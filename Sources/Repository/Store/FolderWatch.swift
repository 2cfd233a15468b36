#if os(Linux)
import Dispatch
import Synchronization
import Primitives

/// Watches folders for changes with inotify.
///
/// It only reports that something changed, not what: if there are many events, some may get lost, so the folder has to
/// be listed anyway.
///
/// Unchecked, because Dispatch doesn't declare that its sources may be cancelled on any thread, although they may.
package final class FolderWatch: @unchecked Sendable {
    /// An element for each burst of changes; bursts before the next element is awaited are combined.
    package let changes: AsyncStream<Void>
    private let source: any DispatchSourceRead
    private let addWatches: @Sendable () -> [Int32]
    /// The watches of the folders; `nil` while a folder is missing.
    private let watches: Mutex<[Int32]?>

    /// Moves in and out, removals, and the loss of the folder itself.
    private static let events = UInt32(IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Starts watching the folders that exist; `isWanted` returns whether changes to a file with this name count.
    ///
    /// A written file counts when the program closes it, because it is complete then; with `IN_MODIFY` as `write`, it
    /// counts immediately, for programs that keep it open.
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

    /// The state of the watched folders after a renewal.
    package enum Renewal: Sendable {
        /// They are the same folders as before.
        case unchanged
        /// At least one of them doesn't exist.
        case missing
        /// They all exist again; changes in the meantime weren't noticed.
        case renewed
    }

    /// Watches the folders now at the paths: to the system, a folder that was removed and recreated is a new one.
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

    /// Reads the pending events, and returns whether any of them counts.
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
                    // Without a name, the event is about the folder itself, or events were lost.
                    if name.isEmpty || isWanted(String(decoding: name, as: UTF8.self)) { isChanged = true }
                    place += head + Int(event.len)
                }
            }
        }
    }
}
#endif
