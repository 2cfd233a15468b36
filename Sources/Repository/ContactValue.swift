/// An e-mail address or a telephone number with what is said about it.
public struct ContactValue: Hashable, Codable, Sendable {
    /// The value, free text.
    public var value: String
    /// What it is for, as vCard names it in lower case (`home`, `work`, `cell`); never `internet` or `pref`.
    public var types: [String]
    /// Whether it is the one to use first.
    public var isPreferred: Bool

    /// Creates a value.
    public init(_ value: String, types: [String] = [], isPreferred: Bool = false) {
        self.value = value
        self.types = types
        self.isPreferred = isPreferred
    }
}

extension ContactValue {
    // Made once, for many contacts.
    private static let home = ["home"]
    private static let mobile = ["cell"]

    /// The numbers of somebody who has one at home, one for the mobile telephone, both or none.
    static func phones(_ phone: String?, _ cell: String?) -> [ContactValue] {
        switch (phone, cell) {
        case (let phone?, let cell?): [ContactValue(phone, types: home), ContactValue(cell, types: mobile)]
        case (let phone?, nil): [ContactValue(phone, types: home)]
        case (nil, let cell?): [ContactValue(cell, types: mobile)]
        case (nil, nil): []
        }
    }
}
