/// The parts of a postal address.
public struct PostalAddress: Hashable, Codable, Sendable {
    /// Number and name of the street, one blank between them, no blanks around.
    public var street: String?
    /// The city.
    public var city: String?
    /// The state, canton, county or province.
    public var state: String?
    /// The postcode as text, whatever the source sent (`"68000"`, `"K1A 0B1"`).
    public var postcode: String?
    /// The country's name.
    public var country: String?
    /// The post office box.
    public var poBox: String?
    /// What belongs to the street, such as a floor.
    public var extended: String?

    /// Creates an address from the parts that are known.
    public init(
        street: String? = nil,
        city: String? = nil,
        state: String? = nil,
        postcode: String? = nil,
        country: String? = nil,
        poBox: String? = nil,
        extended: String? = nil
    ) {
        self.street = street
        self.city = city
        self.state = state
        self.postcode = postcode
        self.country = country
        self.poBox = poBox
        self.extended = extended
    }
}
