/// Gives people identifiers that two different people never share.
package enum ContactIdentity {
    /// The identifier that the source gives, when it can be one: letters, digits and `-_.`, at most 64.
    package static func usable(_ uuid: String?) -> ContactID? {
        guard let uuid, (1...64).contains(uuid.utf8.count), let first = uuid.utf8.first, isAlphanumeric(first),
            uuid.utf8.allSatisfy({ isAlphanumeric($0) || $0 == 45 || $0 == 46 || $0 == 95 })
        else { return nil }
        return ContactID(rawValue: uuid)
    }

    /// An identifier made of where the person was found; the same place gives the same identifier.
    ///
    /// `attempt` is 0, and more when an identifier turned out to be another person's.
    package static func derived(_ source: ContactSource, page: Int, index: Int, attempt: Int = 0) -> ContactID {
        // Lengths keep ("ab", "c") and ("a", "bc") apart.
        let parts = [source.version, source.seed, source.nationalities, String(page), String(index), String(attempt)]
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        // FNV-1a of 128 bits: no secret is kept by it, it only has to spread.
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in text.utf8 {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        // Version 8 is the one for identifiers of one's own making.
        return ContactID(rawValue: uuidShaped(hash, version: 8))
    }

    /// An identifier made of a name: a UUID of version 5, the same for the same name.
    package static func named(_ name: String) -> ContactID {
        let hash = SHA1.hash(Array("contacts:uid:".utf8) + name.utf8)
        let number = hash.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return ContactID(rawValue: uuidShaped(number, version: 5))
    }

    private static func uuidShaped(_ number: UInt128, version: UInt128) -> String {
        var number = number
        number = number & ~(UInt128(0xF) << 76) | version << 76
        number = number & ~(UInt128(3) << 62) | UInt128(2) << 62
        // Digit by digit as bytes: one is made for each person of a page.
        return String(unsafeUninitializedCapacity: 36) { bytes in
            var shift = 128
            for place in 0..<36 {
                if [8, 13, 18, 23].contains(place) {
                    bytes[place] = UInt8(ascii: "-")
                } else {
                    shift -= 4
                    let digit = UInt8(truncatingIfNeeded: number >> UInt128(shift) & 0xF)
                    bytes[place] = digit < 10 ? 48 + digit : 87 + digit
                }
            }
            return 36
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}
