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

    func contactList() -> ContactListBloc { shared(ContactListBloc.key, contactList) }
    func contact() -> ContactBloc { shared(ContactBloc.key, contact) }
    func history() -> HistoryBloc { shared(HistoryBloc.key, history) }
    func overview() -> OverviewBloc { shared(OverviewBloc.key, overview) }
    func birthdays() -> BirthdayBloc { shared(BirthdayBloc.key, birthdays) }
    func sync() -> SyncBloc { shared(SyncBloc.key, sync) }
    func importing() -> ImportBloc { shared(ImportBloc.key, importing) }
    func addEmail() -> AddEmailBloc { shared(AddEmailBloc.key, addEmail) }
    func duplicates() -> DuplicateBloc { shared(DuplicateBloc.key, duplicates) }
    func doctor() -> DoctorBloc { shared(DoctorBloc.key, doctor) }

    func listPosition() -> ListPositionCubit { remembered(ListPositionCubit.key, initially: nil) }
    func demonstration() -> DemonstrationCubit { remembered(DemonstrationCubit.key, initially: false) }

    /// The blocs whose recordings can be replayed, each a new, unshared instance.
    var replayable: [ReplayableBloc] {
        [
            fresh(ContactListBloc.key, contactList), fresh(ContactBloc.key, contact), fresh(HistoryBloc.key, history),
            fresh(BirthdayBloc.key, birthdays), fresh(OverviewBloc.key, overview), fresh(ImportBloc.key, importing),
            fresh(AddEmailBloc.key, addEmail), fresh(DuplicateBloc.key, duplicates), fresh(DoctorBloc.key, doctor),
            fresh(SyncBloc.key, sync),
        ]
    }

    private func remembered<Value>(_ key: BlocKey<RememberedCubit<Value>>, initially value: Value)
        -> RememberedCubit<Value>
    {
        shared(key) { _ in
            RememberedCubit(key, initially: value, storage: app.hydrationStorage, errors: app.errors)
        }
    }

    private func shared<B: StateSource>(_ key: BlocKey<B>, _ make: (BlocManager) -> B) -> B {
        app.manager.bloc(for: key) { make(app.manager) }
    }

    private func fresh<B: Bloc>(_ key: BlocKey<B>, _ make: @escaping @Sendable (BlocManager) -> B) -> ReplayableBloc
    where B.Event: Codable, B.State: Encodable {
        ReplayableBloc(key) { make(BlocManager()) }
    }
}

/// Factories for the blocs, with the manager that broadcasts their changes.
extension Blocs {
    private func contactList(_: BlocManager) -> ContactListBloc { ContactListBloc(service: app.contactList) }
    private func overview(_: BlocManager) -> OverviewBloc { OverviewBloc(service: app.overview) }
    private func birthdays(_: BlocManager) -> BirthdayBloc { BirthdayBloc(service: app.birthdays) }
    private func sync(_: BlocManager) -> SyncBloc { SyncBloc(service: app.sync) }
    private func doctor(_: BlocManager) -> DoctorBloc { DoctorBloc(service: app.health) }

    private func contact(_ manager: BlocManager) -> ContactBloc {
        ContactBloc(service: app.contact, changes: app.changes, manager: manager)
    }

    private func history(_ manager: BlocManager) -> HistoryBloc {
        HistoryBloc(service: app.history, manager: manager)
    }

    private func importing(_ manager: BlocManager) -> ImportBloc {
        ImportBloc(service: app.importing, list: app.contactList, manager: manager)
    }

    private func addEmail(_ manager: BlocManager) -> AddEmailBloc {
        AddEmailBloc(list: app.contactList, importing: app.importing, manager: manager)
    }

    private func duplicates(_ manager: BlocManager) -> DuplicateBloc {
        DuplicateBloc(service: app.duplicates, manager: manager)
    }
}
