/// The card of an agent within a card of vCard 2.1, kept as the text that version 3.0 makes of it.
struct NestedCard: Sendable {
    var depth = 1
    private var text: String

    init(_ begin: UnsafeBufferPointer<UInt8>) {
        text = Charset.utf8.decode(begin)
    }

    var line: VCardLine { VCardLine("AGENT", value: VCardText.escaped(text)) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        text += "\n" + Charset.utf8.decode(bytes)
    }
}
