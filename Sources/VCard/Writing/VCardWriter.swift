/// Writes cards with CRLF line breaks, folded at 75 octets but never within a character.
public struct VCardWriter: Sendable {
    /// The version to write.
    public let version: VCardVersion

    /// Creates a writer.
    public init(version: VCardVersion) {
        self.version = version
    }

    /// Appends a card, with every line converted to the version.
    public func append(_ card: VCard, to bytes: inout [UInt8]) {
        bytes += "BEGIN:VCARD\r\nVERSION:".utf8
        bytes += version.rawValue.utf8
        bytes += "\r\n".utf8
        let lines = card.lines(for: version)
        for line in lines { append(line, to: &bytes) }
        // Version 3.0 requires this property, so a card without a name gets an empty one.
        if version == .v3, !lines.contains(where: { $0.name == "N" }) {
            append(VCardLine("N", value: ";;;;"), to: &bytes)
        }
        bytes += "END:VCARD\r\n".utf8
    }

    /// Appends a line, folded but not converted.
    package func append(_ line: VCardLine, to bytes: inout [UInt8]) {
        var text = line.text
        text.withUTF8 { text in
            var start = 0
            var room = 75
            while text.count - start > room {
                var end = start + room
                while text[end] & 0xC0 == 0x80 { end -= 1 }
                bytes += text[start..<end]
                bytes += [0x0D, 0x0A, 0x20]
                start = end
                room = 74
            }
            bytes += text[start...]
            bytes += [0x0D, 0x0A]
        }
    }
}
