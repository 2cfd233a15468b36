import Repository

/// Keeps the people of an API apart from the user's own contacts.
///
/// The first contacts that are added without the name of a book begin a book of the user's own. Contacts that an older
/// version of the program stored among the people of the API are moved to that book, once.
struct OwnBook {
    /// The settings with the book in which the work is done.
    let configuration: AppConfiguration
    private let registry: BookRegistry?
    /// The book that is to be the default once something is stored in it.
    private var begun: Book?
    /// Whether that book was added for the work.
    private var isNew = false

    init(_ configuration: AppConfiguration, _ registry: BookRegistry?, _ adding: Adding) throws {
        self.registry = registry
        guard adding != .nothing, !configuration.isAllBooks, let book = configuration.book, let registry,
            book.hasPeople
        else {
            self.configuration = configuration
            return
        }
        guard configuration.bookNames.isEmpty else { throw Self.refusal(of: book.name) }
        isNew = try adding == .contacts && !registry.read().entries.contains { $0.name == Book.homeName }
        let home = try registry.home(isTrial: adding == .trial)
        self.configuration = configuration.opening(home)
        if adding == .contacts { begun = home }
    }

    static func refusal(of book: String) -> Failure {
        Failure(
            .usage,
            "The book “\(book)” has the people of an API, and your own contacts stay apart from them. Leave --book out, "
                + "or name a book of your own."
        )
    }

    /// Makes the book that was begun the default, and returns the notice for the user.
    func begin() throws -> String? {
        guard let begun, let registry else { return nil }
        try registry.change { try $0.setStandard(begun.name) }
        return "Your own contacts are in the book “\(begun.name)”, which is the default from now on."
    }

    /// Takes away the book that was added for work that stored nothing.
    func abandon() async {
        guard isNew, let begun, let registry,
            (try? await CompositionRoot.contactCount(at: begun.databasePath)) == 0
        else { return }
        _ = try? registry.remove(begun.name, deletingDatabase: true)
    }

    /// The people of the API among which there are contacts of the user's own; `nil` where there are none, or the user
    /// has put them back.
    ///
    /// For a contact that is added, own contacts move even if that ends what can be redone: they would be out of sight
    /// in a book that is no longer the default.
    static func unsettledPeople(
        _ configuration: AppConfiguration,
        _ registry: BookRegistry,
        isAdding: Bool
    ) async -> Book? {
        // In a file of the user's own, everything stays.
        guard !configuration.isPeopleFileNamed, let people = configuration.peopleBook, let list = try? registry.read(),
            !list.settled.contains(people.databasePath),
            configuration.book == people || configuration.isAllBooks || list.standard == people.name
        else { return nil }
        return await CompositionRoot.hasOwnContacts(at: people.databasePath, endingRedo: isAdding) ? people : nil
    }

    /// Moves the user's own contacts to their own book, which becomes the default unless another book is.
    ///
    /// The result is the notice for the user. When it fails, the contacts stay where they are.
    static func settle(_ people: CompositionRoot, _ registry: BookRegistry) async throws -> String {
        let home = try registry.home()
        let moved = try await people.moveOwnContacts(to: home)
        try registry.change { $0.settle(people.configuration.databasePath) }
        let isDefault = try registry.read().standard == Book.peopleName
        if isDefault { try registry.change { try $0.setStandard(home.name) } }
        return "\(CountText.contacts(moved)) of your own moved from the people of the API to the book “\(home.name)”"
            + (isDefault ? ", which is the default from now on" : "")
            + ". Undo with: \(isDefault ? "contacts" : "contacts --book \(home.name)") undo"
    }
}

extension Book {
    /// Whether it is filled with people from an API.
    var hasPeople: Bool { if case .api = source { true } else { false } }
}
