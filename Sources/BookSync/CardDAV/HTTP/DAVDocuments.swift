/// A multistatus reply that is parsed as it arrives.
///
/// Safe to share: one thread at a time uses it, libcurl's until the exchange ends and then the task's. A task that was
/// cancelled before that doesn't use it again.
final class MultistatusDocument<Item: Sendable>: @unchecked Sendable {
    private let reader: MultistatusReader
    private let stream: XMLStream
    private var items: [Item] = []
    /// The fault that makes the reply unusable.
    private(set) var fault: XMLFault?

    init(
        lengthLimit: Int = XMLStream.lengthLimit,
        keep: @escaping @Sendable (DAVResponse) -> Item?
    ) throws(XMLFault) {
        reader = MultistatusReader()
        stream = try XMLStream(reader, lengthLimit: lengthLimit)
        reader.emit = { [unowned self] response in
            if let item = keep(response) { items.append(item) }
        }
    }

    /// Parses a piece; returns `false` if the reply is unusable.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(XMLFault) {
            try stream.append(bytes)
            return true
        } catch {
            fault = error
            return false
        }
    }

    /// Returns the whole reply.
    func finished(url: String) throws(XMLFault) -> DAVListing<Item> {
        try stream.finish()
        return DAVListing(items: items, syncToken: reader.syncToken, url: url)
    }
}
