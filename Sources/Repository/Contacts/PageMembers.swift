/// Chooses the identifiers of a page's people, one after the other.
///
/// What the source calls a person is the identifier while it is free or is this source's already. Otherwise, and for the
/// second of two people on the page who are called the same, it is derived from the place on the page.
struct PageMembers {
    /// Whom an identifier belongs to in the store.
    enum Owner: Equatable {
        case nobody
        case thisSource
        case another
    }

    private let source: ContactSource
    private let page: Int
    /// Whether the store may have people of the source with derived identifiers; they are looked for only then.
    private let mayBeDerived: Bool
    private var seen: [ContactID: Contact] = [:]

    init(source: ContactSource, page: Int, mayBeDerived: Bool = true) {
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
    mutating func identifier(
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
