import Repository
import Services

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
