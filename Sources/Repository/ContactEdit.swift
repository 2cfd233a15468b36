/// What a user wants changed in a contact; `nil` leaves a field as it is.
public struct ContactEdit: Equatable, Sendable {
    /// The new given name.
    public var firstName: String?
    /// The new family name.
    public var lastName: String?
    /// The new e-mail address.
    public var email: String?
    /// The new telephone number.
    public var phone: String?

    /// Creates an edit of the given fields.
    public init(firstName: String? = nil, lastName: String? = nil, email: String? = nil, phone: String? = nil) {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool {
        firstName == nil && lastName == nil && email == nil && phone == nil
    }
}
