import Bloc
import BlocKit
import Repository
import Services

/// The dependencies of the program.
///
/// The launcher sets them for the task of each command that works with contacts. A test sets only the members it needs;
/// reading an unset member traps with advice.
struct AppDependencies: Sendable {
    @Provided var configuration: AppConfiguration
    @Provided var manager: BlocManager
    /// Receives errors that don't abort the command.
    @Provided var errors: ErrorService
    @Provided var hydrationStorage: any HydrationStorage
    @Provided var calendar = WallCalendar()

    /// All books combined, if the command works with several.
    @Provided var joinedBooks: JoinedBooks? = nil

    @Provided var contactList: any ContactListService
    /// Finds contacts in the user's other books.
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
    /// Synchronizes the book with its two-way source, and may ask for a password; `nil` without such a source.
    @Provided var bookSync: @Sendable (Program) throws -> (any BookSyncService)?
    @Provided var bookChanges: @Sendable () throws -> AsyncStream<Void>
    @Provided var health: any HealthService
    /// Checks the sources that the books are synchronized with.
    @Provided var sourceHealth: @Sendable (Program) -> any HealthService
    @Provided var lostVersions: any LostVersionService

    init(_ fill: (inout AppDependencies) -> Void = { _ in }) {
        fill(&self)
    }

    /// Returns the contact with the identifier used in its own book, undoing the prefix added when books are combined.
    func apart(_ contact: Contact) -> Contact { joinedBooks?.apart(contact) ?? contact }

    func apart(_ id: ContactID) -> ContactID { joinedBooks?.apart(id) ?? id }

    func apart(_ contacts: [Contact]) -> [Contact] { joinedBooks.map { contacts.map($0.apart) } ?? contacts }

    /// These dependencies with all books combined, if several are used; each contact is changed in its own book.
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
    /// There are no live defaults: reading a member outside `Program.composed` traps with an explanation.
    static var live: AppDependencies { AppDependencies() }
}

/// The program's blocs: at most one per key at any time, no matter which command requests it.
struct Blocs: Sendable {
    let app: AppDependencies
    /// Whether blocs are shared by their keys; otherwise each call creates one.
    var areShared = true

    func contactList() -> ContactListBloc { bloc(ContactListBloc.key) { ContactListBloc(service: app.contactList) } }
    func overview() -> OverviewBloc { bloc(OverviewBloc.key) { OverviewBloc(service: app.overview) } }
    func birthdays() -> BirthdayBloc { bloc(BirthdayBloc.key) { BirthdayBloc(service: app.birthdays) } }
    func sync() -> SyncBloc { bloc(SyncBloc.key) { SyncBloc(service: app.sync) } }
    func doctor() -> DoctorBloc { bloc(DoctorBloc.key) { DoctorBloc(service: app.health) } }

    func contact() -> ContactBloc {
        bloc(ContactBloc.key) { ContactBloc(service: app.contact, changes: app.changes, manager: app.manager) }
    }

    func history() -> HistoryBloc {
        bloc(HistoryBloc.key) { HistoryBloc(service: app.history, manager: app.manager) }
    }

    func importing() -> ImportBloc {
        bloc(ImportBloc.key) { ImportBloc(service: app.importing, list: app.contactList, manager: app.manager) }
    }

    func addEmail() -> AddEmailBloc {
        bloc(AddEmailBloc.key) { AddEmailBloc(list: app.contactList, importing: app.importing, manager: app.manager) }
    }

    func duplicates() -> DuplicateBloc {
        bloc(DuplicateBloc.key) { DuplicateBloc(service: app.duplicates, manager: app.manager) }
    }

    func listPosition() -> ListPositionCubit { remembered(ListPositionCubit.key, initially: nil) }
    func demonstration() -> DemonstrationCubit { remembered(DemonstrationCubit.key, initially: false) }

    /// The blocs whose recordings can be replayed, each a new, unshared instance.
    var replayable: [ReplayableBloc] {
        [
            fresh(ContactListBloc.key) { $0.contactList() }, fresh(ContactBloc.key) { $0.contact() },
            fresh(HistoryBloc.key) { $0.history() }, fresh(BirthdayBloc.key) { $0.birthdays() },
            fresh(OverviewBloc.key) { $0.overview() }, fresh(ImportBloc.key) { $0.importing() },
            fresh(AddEmailBloc.key) { $0.addEmail() }, fresh(DuplicateBloc.key) { $0.duplicates() },
            fresh(DoctorBloc.key) { $0.doctor() }, fresh(SyncBloc.key) { $0.sync() },
        ]
    }

    private func remembered<Value>(_ key: BlocKey<RememberedCubit<Value>>, initially value: Value)
        -> RememberedCubit<Value>
    {
        bloc(key) { RememberedCubit(key, initially: value, storage: app.hydrationStorage, errors: app.errors) }
    }

    private func bloc<B: StateSource>(_ key: BlocKey<B>, _ create: () -> B) -> B {
        areShared ? app.manager.bloc(for: key, create) : create()
    }

    private func fresh<B: Bloc>(_ key: BlocKey<B>, _ create: @escaping @Sendable (Blocs) -> B) -> ReplayableBloc
    where B.Event: Codable, B.State: Encodable {
        ReplayableBloc(key) {
            var app = app
            app.manager = BlocManager()
            return create(Blocs(app: app, areShared: false))
        }
    }
}
