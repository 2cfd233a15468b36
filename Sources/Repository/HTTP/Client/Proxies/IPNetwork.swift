/// All addresses that begin with the same bits, written `192.168.0.0/16`.
struct IPNetwork: Equatable, Sendable {
    private let start: IPAddress
    private let bits: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = IPAddress(String(parts[0])), let bits = Int(parts[1]),
            (0...start.bytes.count * 8).contains(bits)
        else { return nil }
        self.start = start
        self.bits = bits
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == start.bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> (bit % 8)
            return address.bytes[bit / 8] & mask == start.bytes[bit / 8] & mask
        }
    }
}
