/// The lines that begin and end something.
enum CardMark {
    case begin
    case end
    /// The beginning or the end of what cards come in, `BEGIN:VADDRESSBOOK`.
    case wrapper

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        if Self.says("begin:vcard", bytes) {
            self = .begin
        } else if Self.says("end:vcard", bytes) {
            self = .end
        } else if Self.says("begin:vaddressbook", bytes) || Self.says("end:vaddressbook", bytes) {
            self = .wrapper
        } else {
            return nil
        }
    }

    /// Whether the line is those words, in whatever case, blanks behind them aside.
    private static func says(_ words: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= words.utf8CodeUnitCount, bytes[0] | 0x20 == words.utf8Start[0] else { return false }
        return words.withUTF8Buffer { words in
            for index in words.indices {
                let byte = bytes[index]
                guard (0x41...0x5A ~= byte ? byte | 0x20 : byte) == words[index] else { return false }
            }
            return bytes[words.count...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        }
    }
}
