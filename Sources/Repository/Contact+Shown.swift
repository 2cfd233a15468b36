extension Contact {
    /// The e-mail address that is shown first.
    ///
    /// Setting it replaces that address, or adds one; `nil` removes it.
    public var email: String? {
        get { storedTexts.map(\.email) ?? Self.shown(emails)?.value }
        set { Self.set(newValue, in: &emails, newTypes: []) { _ in true } }
    }

    /// The telephone number that is shown first, of those that are not mobile.
    ///
    /// Setting it replaces that number, or adds one; `nil` removes it.
    public var phone: String? {
        get { storedTexts.map(\.phone) ?? Self.shown(phones) { !$0.isMobile }?.value }
        set { Self.set(newValue, in: &phones, newTypes: ["home"]) { !$0.isMobile } }
    }

    /// The mobile number that is shown first.
    ///
    /// Setting it replaces that number, or adds one; `nil` removes it.
    public var cell: String? {
        get { storedTexts.map(\.cell) ?? Self.shown(phones, where: \.isMobile)?.value }
        set { Self.set(newValue, in: &phones, newTypes: ["cell"], where: \.isMobile) }
    }

    /// The postal address that is shown first; without one, an address without parts.
    ///
    /// Setting it replaces that address, or adds one; an address without parts removes it.
    public var address: PostalAddress {
        get { storedTexts?.address ?? shownAddress.map { addresses[$0].address } ?? PostalAddress() }
        set {
            let isEmpty = newValue == PostalAddress()
            switch shownAddress {
            case let index? where isEmpty: addresses.remove(at: index)
            case let index?: addresses[index].address = newValue
            case nil where isEmpty: break
            case nil: addresses.append(ContactAddress(newValue))
            }
        }
    }

    private var shownAddress: Int? {
        addresses.firstIndex(where: \.isPreferred) ?? (addresses.isEmpty ? nil : 0)
    }

    private static func shown(
        _ values: [ContactValue],
        where isWanted: (ContactValue) -> Bool = { _ in true }
    ) -> ContactValue? {
        values.first { $0.isPreferred && isWanted($0) } ?? values.first(where: isWanted)
    }

    private static func set(
        _ value: String?,
        in values: inout [ContactValue],
        newTypes: [String],
        where isWanted: (ContactValue) -> Bool
    ) {
        let index = values.firstIndex { $0.isPreferred && isWanted($0) } ?? values.firstIndex(where: isWanted)
        switch (index, value) {
        case (let index?, let value?): values[index].value = value
        case (let index?, nil): values.remove(at: index)
        case (nil, let value?): values.append(ContactValue(value, types: newTypes))
        case (nil, nil): break
        }
    }
}

extension ContactValue {
    /// Whether this is the number of a mobile telephone.
    fileprivate var isMobile: Bool { types.contains("cell") }
}
