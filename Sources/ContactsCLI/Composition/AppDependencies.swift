import Bloc
import Repository
import Services

extension Dependencies {
    /// The running program; the launcher sets it for the task of each command that works with contacts.
    var composition: CompositionRoot {
        get { self[CompositionKey.self] }
        set { self[CompositionKey.self] = newValue }
    }

    /// The settings of the program.
    var configuration: AppConfiguration {
        get { self[ConfigurationDependency.self] }
        set { self[ConfigurationDependency.self] = newValue }
    }

    /// Where the blocs of the program live.
    var blocManager: BlocManager {
        get { self[BlocManagerKey.self] }
        set { self[BlocManagerKey.self] = newValue }
    }

    /// The blocs of the program.
    var blocs: Blocs { Blocs() }

    /// Reads the list of contacts.
    var contactListService: any ContactListService {
        get { self[ContactListServiceKey.self] }
        set { self[ContactListServiceKey.self] = newValue }
    }

    /// Finds and changes contacts.
    var contactService: any ContactService {
        get { self[ContactServiceKey.self] }
        set { self[ContactServiceKey.self] = newValue }
    }

    /// Adds, changes and removes contacts.
    var contactChangeService: any ContactChangeService {
        get { self[ContactChangeServiceKey.self] }
        set { self[ContactChangeServiceKey.self] = newValue }
    }

    /// Takes steps of the user's work back, and does them again.
    var historyService: any HistoryService {
        get { self[HistoryServiceKey.self] }
        set { self[HistoryServiceKey.self] = newValue }
    }

    /// Counts what there is.
    var overviewService: any OverviewService {
        get { self[OverviewServiceKey.self] }
        set { self[OverviewServiceKey.self] = newValue }
    }

    /// Counts and forgets what was fetched.
    var cacheService: any CacheService {
        get { self[CacheServiceKey.self] }
        set { self[CacheServiceKey.self] = newValue }
    }

    /// Keeps the states of blocs between runs.
    var hydrationStorage: any HydrationStorage {
        get { self[HydrationStorageKey.self] }
        set { self[HydrationStorageKey.self] = newValue }
    }

    /// Hears of errors that do not stop what the user asked for.
    var errorService: ErrorService {
        get { self[ErrorServiceKey.self] }
        set { self[ErrorServiceKey.self] = newValue }
    }

    /// Tells whose birthday comes next.
    var birthdayService: any BirthdayService {
        get { self[BirthdayServiceKey.self] }
        set { self[BirthdayServiceKey.self] = newValue }
    }

    /// The day that a calendar on the wall shows.
    var calendar: WallCalendar {
        get { self[WallCalendarKey.self] }
        set { self[WallCalendarKey.self] = newValue }
    }

    /// Brings contacts in from elsewhere.
    var importService: any ImportService {
        get { self[ImportServiceKey.self] }
        set { self[ImportServiceKey.self] = newValue }
    }

    /// Finds who is there twice.
    var duplicateService: any DuplicateService {
        get { self[DuplicateServiceKey.self] }
        set { self[DuplicateServiceKey.self] = newValue }
    }

    /// Examines the program.
    var healthService: any HealthService {
        get { self[HealthServiceKey.self] }
        set { self[HealthServiceKey.self] = newValue }
    }

    /// Fills the store from the API.
    var syncService: any SyncService {
        get { self[SyncServiceKey.self] }
        set { self[SyncServiceKey.self] = newValue }
    }
}

private enum CompositionKey: DependencyKey {
    static var live: CompositionRoot {
        // A program without settings cannot go on; who sees this forgot to run the command inside `Program.composed`.
        preconditionFailure("There is no program around this. Set `composition`, or what you need of it.")
    }
}

private enum ConfigurationDependency: DependencyKey {
    static var live: AppConfiguration { Dependencies.current.composition.configuration }
}

private enum BlocManagerKey: DependencyKey {
    static var live: BlocManager { Dependencies.current.composition.manager }
}

private enum ContactListServiceKey: DependencyKey {
    static var live: any ContactListService { Dependencies.current.composition.services.contactList }
}

private enum ContactServiceKey: DependencyKey {
    static var live: any ContactService { Dependencies.current.composition.services.contact }
}

private enum ContactChangeServiceKey: DependencyKey {
    static var live: any ContactChangeService { Dependencies.current.composition.services.contactChange }
}

private enum HistoryServiceKey: DependencyKey {
    static var live: any HistoryService { Dependencies.current.composition.services.history }
}

private enum OverviewServiceKey: DependencyKey {
    static var live: any OverviewService { Dependencies.current.composition.services.overview }
}

private enum CacheServiceKey: DependencyKey {
    static var live: any CacheService { Dependencies.current.composition.services.cache }
}

private enum HydrationStorageKey: DependencyKey {
    static var live: any HydrationStorage { Dependencies.current.composition.hydrationStorage }
}

private enum ErrorServiceKey: DependencyKey {
    static var live: ErrorService { Dependencies.current.composition.errors }
}

private enum BirthdayServiceKey: DependencyKey {
    static var live: any BirthdayService { Dependencies.current.composition.services.birthday }
}

private enum WallCalendarKey: DependencyKey {
    static var live: WallCalendar { WallCalendar() }
}

private enum ImportServiceKey: DependencyKey {
    static var live: any ImportService { Dependencies.current.composition.services.importing }
}

private enum DuplicateServiceKey: DependencyKey {
    static var live: any DuplicateService { Dependencies.current.composition.services.duplicates }
}

private enum HealthServiceKey: DependencyKey {
    static var live: any HealthService { Dependencies.current.composition.healthService }
}

private enum SyncServiceKey: DependencyKey {
    static var live: any SyncService { Dependencies.current.composition.services.sync }
}

/// The use cases of the program, each made when it is asked for: they hold nothing but the way to the repositories.
struct Services: Sendable {
    /// What the use cases are about.
    let repositories: Repositories

    /// Reads the list.
    var contactList: any ContactListService { RepositoryContactListService(repository: repositories.contacts) }

    /// Finds and changes contacts.
    var contact: any ContactService { RepositoryContactService(repository: repositories.contacts) }

    /// Adds, changes and removes contacts.
    var contactChange: any ContactChangeService {
        RepositoryContactChangeService(repository: repositories.contacts)
    }

    /// Takes steps back.
    var history: any HistoryService { RepositoryHistoryService(repository: repositories.contacts) }

    /// Tells whose birthday comes next.
    var birthday: any BirthdayService { RepositoryBirthdayService(repository: repositories.contacts) }

    /// Counts what there is.
    var overview: any OverviewService { RepositoryOverviewService(repository: repositories.contacts) }

    /// Counts and forgets what was fetched.
    var cache: any CacheService { RepositoryCacheService(repository: repositories.contacts) }

    /// Brings contacts in from elsewhere.
    var importing: any ImportService { RepositoryImportService(repository: repositories.contacts) }

    /// Finds who is there twice.
    var duplicates: any DuplicateService { RepositoryDuplicateService(repository: repositories.contacts) }

    /// Fills the store.
    var sync: any SyncService { RepositorySyncService(repository: repositories.contacts) }
}

/// What the data layer offers to the program, behind its interfaces.
struct Repositories: Sendable {
    /// The contacts.
    let contacts: any ContactRepository
}
