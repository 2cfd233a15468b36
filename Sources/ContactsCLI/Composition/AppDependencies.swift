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
    @Provided var hydrationStorage: any HydrationStorage
    @Provided var calendar = WallCalendar()

    /// All books as one, where that is what the command works with.
    @Provided var joinedBooks: JoinedBooks? = nil

    @Provided var contactList: any ContactListService
    /// Finds contacts in the other books of the user.
    @Provided var elsewhere: @Sendable (ContactQuery) async throws -> [Contact] = { _ in [] }
    @Provided var storeWatch: any StoreWatchService
    @Provided var contact: any ContactService
    @Provided var changes: any ContactChangeService
    @Provided var history: any HistoryService
    @Provided var birthdays: any BirthdayService
    @Provided var overview: any OverviewService
    @Provided var cache: any CacheService
    @Provided var importing: any ImportService
    @Provided var transfer: any ContactTransferService
    @Provided var duplicates: any DuplicateService
    @Provided var sync: any SyncService
    /// Synchronizes the book with its two-way source, which may ask the user for a password; `nil` without such a source.
    @Provided var bookSync: @Sendable (Program) throws -> (any BookSyncService)?
    @Provided var bookChanges: @Sendable () throws -> AsyncStream<Void>
    @Provided var health: any HealthService
    /// Examines what the books are synchronized with.
    @Provided var sourceHealth: @Sendable (Program) -> any HealthService
    @Provided var lostVersions: any LostVersionService

    init(_ fill: (inout AppDependencies) -> Void = { _ in }) {
        fill(&self)
    }

    /// Returns the contact with the identifier that it has in its book, where several are worked with as one.
    func apart(_ contact: Contact) -> Contact { joinedBooks?.apart(contact) ?? contact }

    func apart(_ id: ContactID) -> ContactID { joinedBooks?.apart(id) ?? id }

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

extension ProgramCommand {
    var app: AppDependencies { Dependencies.current.app }

    var blocs: Blocs { Dependencies.current.blocs }
}

private enum AppDependenciesKey: DependencyKey {
    /// Without settings there is no program: a member that is read outside of `Program.composed` says so.
    static var live: AppDependencies { AppDependencies() }
}
