import Repository

/// What the data layer offers to the program, behind its interfaces.
struct Repositories: Sendable {
    /// The contacts.
    let contacts: any ContactRepository
}
