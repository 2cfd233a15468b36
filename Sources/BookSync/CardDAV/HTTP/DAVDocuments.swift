import Synchronization

/// The value of the last attempt of a request that may be repeated.
final class Latest<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// A multistatus answer that is read while it comes.
///
/// Safe to share: one thread at a time uses it, libcurl's until the exchange ends and then the task's. A task that was
/// cancelled before does not touch it again.
final class MultistatusDocument<Item: Sendable>: @unchecked Sendable {
    private let reader: MultistatusReader
    private let stream: XMLStream
    private let box = ItemBox<Item>()
    /// Why the answer cannot be used.
    private(set) var fault: XMLFault?

    init(
        cardLimit: Int = MultistatusReader.cardLimit,
        lengthLimit: Int = XMLStream.lengthLimit,
        keep: @escaping @Sendable (DAVResponse) -> Item?
    ) throws(XMLFault) {
        reader = MultistatusReader(cardLimit: cardLimit) { [box] response in
            if let item = keep(response) { box.items.append(item) }
        }
        stream = try XMLStream(reader, lengthLimit: lengthLimit)
    }

    /// Reads a piece; `false` when the answer cannot be used.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(XMLFault) {
            try stream.append(bytes)
            return true
        } catch {
            fault = error
            return false
        }
    }

    /// The whole answer.
    func finished(url: String) throws(XMLFault) -> DAVListing<Item> {
        try stream.finish()
        return DAVListing(items: box.items, syncToken: reader.syncToken, url: url)
    }
}

/// What a reader's closure fills.
private final class ItemBox<Item> {
    var items: [Item] = []
}

/// A body up to a limit.
final class BodyBuffer: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isBeyondLimit = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    var isBeyondLimit: Bool { state.withLock { $0.isBeyondLimit } }

    /// The body; `nil` when it was larger than the limit.
    var bytes: [UInt8]? { state.withLock { $0.isBeyondLimit ? nil : $0.bytes } }

    /// Takes a piece; `false` when the limit is reached.
    func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        // Safe: `withLock` runs its closure on this thread before this returns, and the array copies the bytes.
        nonisolated(unsafe) let piece = piece
        return state.withLock { state in
            guard state.bytes.count + piece.count <= limit else {
                state.isBeyondLimit = true
                state.bytes = []
                return false
            }
            state.bytes.append(contentsOf: piece)
            return true
        }
    }
}
