import Bloc
import BlocKit
import Repository
import Services

/// The dependencies of the program.
///
/// The launcher sets it for the task of each command that works with contacts. A test sets the members that it needs;
/// reading one that was not set stops with an instruction.
struct AppDependencies: Sendable {
    @Provided var configuration: AppConfiguration
    @Provided var manager: BlocManager
    /// Receives errors that don't abort the command.
    @Provided var errors: ErrorService
    /// Keeps the states of blocs between runs.
    @Provided var hydrationStorage: any HydrationStorage
    /// The day that a calendar on the wall shows.
    @Provided var calendar = WallCalendar()

    /// All books as one, where that is what the command works with.
    @Provided var joinedBooks: JoinedBooks? = nil

    /// Reads the list of contacts.
    @Provided var contactList: any ContactListService
    /// Finds contacts in the other books of the user.
    @Provided var elsewhere: @Sendable (ContactQuery) async throws -> [Contact] = { _ in [] }
    /// Watches the store for changes while the program shows it.
    @Provided var storeWatch: any StoreWatchService
    /// Finds and changes one contact.
    @Provided var contact: any ContactService
    /// Adds, changes and removes contacts.
    @Provided var changes: any ContactChangeService
    /// Undoes and redoes changes.
    @Provided var history: any HistoryService
    /// Finds the next birthdays.
    @Provided var birthdays: any BirthdayService
    /// Counts what is stored.
    @Provided var overview: any OverviewService
    /// Counts and clears what was fetched.
    @Provided var cache: any CacheService
    /// Imports contacts from elsewhere.
    @Provided var importing: any ImportService
    /// Copies and moves contacts to another book.
    @Provided var transfer: any ContactTransferService
    /// Finds and merges duplicates.
    @Provided var duplicates: any DuplicateService
    /// Fetches people from the API.
    @Provided var sync: any SyncService
    /// Synchronizes the book with its two-way source, which may ask the user for a password; `nil` without such a source.
    @Provided var bookSync: @Sendable (Program) throws -> (any BookSyncService)?
    /// Watches the book and its folder for changes.
    @Provided var bookChanges: @Sendable () throws -> AsyncStream<Void>
    /// Examines the program.
    @Provided var health: any HealthService
    /// Examines what the books are synchronized with.
    @Provided var sourceHealth: @Sendable (Program) -> any HealthService
    /// The versions of contacts that lost in conflicts.
    @Provided var lostVersions: any LostVersionService

    /// Creates the dependencies that the closure sets.
    init(_ fill: (inout AppDependencies) -> Void = { _ in }) {
        fill(&self)
    }

    /// Returns the contact with the identifier that it has in its book, where several are worked with as one.
    func apart(_ contact: Contact) -> Contact { joinedBooks?.apart(contact) ?? contact }

    /// Returns the contacts with the identifiers that they have in their books.
    func apart(_ contacts: [Contact]) -> [Contact] { joinedBooks.map { contacts.map($0.apart) } ?? contacts }

    /// The same program on all books as one, where all are meant: what is done with a contact is done in its book.
    var joined: AppDependencies {
        guard let books = joinedBooks else { return self }
        var joined = self
        joined.contactList = books
        joined.storeWatch = books
        joined.contact = books
        joined.changes = books
        joined.history = books
        joined.birthdays = RepositoryBirthdayService(list: books)
        joined.duplicates = books
        joined.overview = books
        return joined
    }
}

extension Dependencies {
    var app: AppDependencies {
        get { self[AppDependenciesKey.self] }
        set { self[AppDependenciesKey.self] = newValue }
    }

    var blocs: Blocs { Blocs(app: app) }
}

private enum AppDependenciesKey: DependencyKey {
    /// Without settings there is no program: a member that is read outside of `Program.composed` says so.
    static var live: AppDependencies { AppDependencies() }
}
