/// What a ``Contact`` says, whose documentation is that of the fields.
struct ContactFields: Hashable, Codable, Sendable {
    var id: ContactID
    var origin: ContactOrigin
    var uid: String?
    var name: PersonName
    var nickname: String?
    var gender: String?
    var emails: [ContactValue] = []
    var phones: [ContactValue] = []
    var addresses: [ContactAddress] = []
    var birthday: String?
    var anniversary: String?
    var organization: String?
    var organizationUnits: [String] = []
    var jobTitle: String?
    var role: String?
    var note: String?
    var urls: [String] = []
    var categories: [String] = []
    var isFavorite: Bool = false
    var photo: ContactPhoto?
    var nationality: String?
    var picture: PictureLinks
    var registered: String?
    var lines: [String] = []
    var isEdited: Bool = false
}
