import Repository

/// Keeps the people of an API apart from the user's own contacts.
///
/// Adding the first contacts without naming a book creates a book for the user's own contacts. Contacts that an older
/// version of the program stored among the people of the API are moved to that book, once.
struct OwnBook {
    /// The settings for the book that the command works in.
    let configuration: AppConfiguration
    private let registry: BookRegistry?
    /// The book to make the default once something is stored in it.
    private var begun: Book?
    /// Whether that book was created for this command.
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
            "The book “\(book)” holds the people of an API, and your own contacts go into another book. Leave out "
                + "--book, or name a book of your own."
        )
    }

    /// Makes the new book the default; returns the notice for the user, and whether it succeeded.
    func begin() -> (text: String, isDone: Bool)? {
        guard let begun, let registry else { return nil }
        return Self.makeDefault(begun.name, in: registry)
    }

    /// Makes the book with the first own contacts the default; returns the notice for the user, and whether it
    /// succeeded.
    static func makeDefault(_ book: String, in registry: BookRegistry) -> (text: String, isDone: Bool) {
        do {
            try registry.change { try $0.setStandard(book) }
            return ("Your own contacts are in the book “\(book)”, which is the default from now on.", true)
        } catch {
            let text = "Stored in the book “\(book)”, which couldn't be made the default: \(Failure(error).message)"
            return ("\(text) Run: contacts book default \(book)", false)
        }
    }

    /// Removes the new book if the command stored nothing in it.
    func abandon() async {
        guard isNew, let begun, let registry,
            (try? await CompositionRoot.contactCount(at: begun.databasePath)) == 0
        else { return }
        _ = try? registry.remove(begun.name, deletingDatabase: true)
    }

    /// Returns the people of the API if contacts of the user's own are among them, or were being moved when a command
    /// was interrupted; `nil` if there are none, or if the user has put them back.
    ///
    /// When a contact is being added, own contacts move even if that clears the redo history: otherwise they would be
    /// hidden in a book that is no longer the default.
    static func unsettledPeople(
        _ configuration: AppConfiguration,
        _ registry: BookRegistry,
        isAdding: Bool
    ) async -> Book? {
        // In a file that the user chose, everything stays.
        guard !configuration.isPeopleFileNamed, let people = configuration.peopleBook, let list = try? registry.read(),
            !list.settled.contains(people.databasePath)
        else { return nil }
        if list.settling == people.databasePath { return people }
        guard configuration.book == people || configuration.isAllBooks || list.standard == people.name,
            await CompositionRoot.hasOwnContacts(at: people.databasePath, endingRedo: isAdding) == true
        else { return nil }
        return people
    }

    /// Moves the user's own contacts to their own book, which becomes the default unless another book already is.
    ///
    /// Returns the notice for the user. If it fails, the next command finishes it.
    static func settle(_ people: CompositionRoot, _ registry: BookRegistry) async throws -> String {
        let path = people.configuration.databasePath
        let home = try registry.home()
        try registry.change { $0.settling = path }
        let moved = try await people.moveOwnContacts(to: home)
        let isDefault = try registry.change { list in
            list.settle(path)
            guard list.standard == Book.peopleName else { return false }
            try list.setStandard(home.name)
            return true
        }
        let end = isDefault ? ", which is the default from now on" : ""
        guard moved > 0 else { return "Your own contacts are in the book “\(home.name)”\(end)." }
        return "\(CountText.contacts(moved)) of your own moved from the people of the API to the book “\(home.name)”"
            + "\(end). Undo with: \(isDefault ? "contacts" : "contacts --book \(home.name)") undo"
    }
}

extension Book {
    /// Whether it holds people from an API.
    var hasPeople: Bool { if case .api = source { true } else { false } }
}
