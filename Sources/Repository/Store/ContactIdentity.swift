import Primitives

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
        let hash = SHA1.digest(of: Array("contacts:uid:".utf8) + name.utf8)
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

/// Chooses the identifiers of a page's people, one after the other.
///
/// What the source calls a person is the identifier while it is free or is this source's already. Otherwise, and for the
/// second of two people on the page who are called the same, it is derived from the place on the page.
package struct PageMembers {
    /// Whom an identifier belongs to in the store.
    package enum Owner: Equatable {
        case nobody
        case thisSource
        case another
    }

    private let source: ContactSource
    private let page: Int
    /// Whether the store may have people of the source with derived identifiers; they are looked for only then.
    private let mayBeDerived: Bool
    private var seen: [ContactID: Contact] = [:]

    package init(source: ContactSource, page: Int, mayBeDerived: Bool = true) {
        self.source = source
        self.page = page
        self.mayBeDerived = mayBeDerived
    }

    /// Makes room for so many people.
    mutating func reserve(_ count: Int) {
        seen.reserveCapacity(count)
    }

    /// The identifier of the person if the store has nobody with it, which is for the caller to see; `nil` when only
    /// ``identifier(of:owner:)`` can tell.
    func identifier(ofNew person: RemotePerson) -> ContactID? {
        guard !mayBeDerived, let id = ContactIdentity.usable(person.uuid), seen[id] == nil else { return nil }
        return id
    }

    /// Gives the identifier to the person.
    mutating func give(_ id: ContactID, to person: RemotePerson) {
        seen[id] = person.contact
    }

    /// The identifier of the person; `nil` when the page has exactly this person already.
    ///
    /// `owner` says whom an identifier belongs to.
    package mutating func identifier(
        of person: RemotePerson,
        owner: (ContactID) throws -> Owner
    ) throws -> ContactID? {
        if let id = ContactIdentity.usable(person.uuid) {
            if let other = seen[id] {
                if other == person.contact { return nil }
            } else {
                switch try owner(id) {
                case .thisSource: return take(id, person)
                case .nobody where !mayBeDerived: return take(id, person)
                case .nobody:
                    // Once derived, always derived, even when who was in the way is gone.
                    let derived = ContactIdentity.derived(source, page: page, index: person.index)
                    return take(try owner(derived) == .thisSource ? derived : id, person)
                case .another: break
                }
            }
        }
        // Ends: each attempt is another of 2^122 identifiers, of which a store holds few.
        for attempt in 0... {
            let id = ContactIdentity.derived(source, page: page, index: person.index, attempt: attempt)
            if seen[id] == nil, try owner(id) != .another { return take(id, person) }
        }
        return nil
    }

    private mutating func take(_ id: ContactID, _ person: RemotePerson) -> ContactID {
        give(id, to: person)
        return id
    }
}
