import Primitives

extension ContactID {
    static func random() -> ContactID { ContactID(rawValue: UUID().uuidString.lowercased()) }
}

/// Creates identifiers that two different people never share.
package enum ContactIdentity {
    /// Returns the source's identifier if it is usable: at most 64 letters, digits and `-_.`.
    package static func usable(_ uuid: String?) -> ContactID? {
        guard let uuid, (1...64).contains(uuid.utf8.count), let first = uuid.utf8.first, first.isLetterOrDigit,
            uuid.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 45 || $0 == 46 || $0 == 95 })
        else { return nil }
        return ContactID(rawValue: uuid)
    }

    /// Returns an identifier derived from the person's position in the source, always the same for the same position.
    ///
    /// `attempt` counts up from 0 if an identifier already belongs to another person.
    package static func derived(_ source: ContactSource, page: Int, index: Int, attempt: Int = 0) -> ContactID {
        // The length prefixes keep ("ab", "c") and ("a", "bc") apart.
        let parts = [source.version, source.seed, source.nationalities, String(page), String(index), String(attempt)]
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        // FNV-1a with 128 bits: this isn't for security, it only has to spread well.
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in text.utf8 {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        // UUID version 8 is for custom schemes.
        return ContactID(rawValue: uuidShaped(hash, version: 8))
    }

    /// Returns an identifier derived from a name: a UUID of version 5, always the same for the same name.
    package static func named(_ name: String) -> ContactID {
        let hash = SHA1.digest(of: Array("contacts:uid:".utf8) + name.utf8)
        let number = hash.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return ContactID(rawValue: uuidShaped(number, version: 5))
    }

    private static func uuidShaped(_ number: UInt128, version: UInt128) -> String {
        var number = number
        number = number & ~(UInt128(0xF) << 76) | version << 76
        number = number & ~(UInt128(3) << 62) | UInt128(2) << 62
        let bytes = withUnsafeBytes(of: number.bigEndian) { $0.loadUnaligned(as: uuid_t.self) }
        return UUID(uuid: bytes).uuidString.lowercased()
    }
}
