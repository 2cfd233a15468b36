import Bloc

/// The blocs of the program: one of each key while it lives, whoever asks.
///
/// What a bloc works with is injected when it is created.
struct Blocs: Sendable {
    @Injected(\.blocManager) private var manager

    /// The list of contacts.
    func contactList() -> ContactListBloc {
        manager.bloc(for: ContactListBloc.key) {
            @Injected(\.contactListService) var service
            return ContactListBloc(service: service)
        }
    }

    /// The view of one contact.
    func contact() -> ContactBloc {
        manager.bloc(for: ContactBloc.key) {
            @Injected(\.contactService) var service
            @Injected(\.contactChangeService) var changes
            return ContactBloc(service: service, changes: changes, manager: manager)
        }
    }

    /// The history of changes.
    func history() -> HistoryBloc {
        manager.bloc(for: HistoryBloc.key) {
            @Injected(\.historyService) var service
            return HistoryBloc(service: service, manager: manager)
        }
    }

    /// The numbers of everything.
    func overview() -> OverviewBloc {
        manager.bloc(for: OverviewBloc.key) {
            @Injected(\.overviewService) var service
            return OverviewBloc(service: service)
        }
    }

    /// What was fetched.
    func cache() -> CacheBloc {
        manager.bloc(for: CacheBloc.key) {
            @Injected(\.cacheService) var service
            return CacheBloc(service: service, manager: manager)
        }
    }

    /// What is remembered of the last list.
    func listPosition() -> ListPositionBloc {
        manager.bloc(for: ListPositionBloc.key) {
            @Injected(\.hydrationStorage) var storage
            @Injected(\.errorService) var errors
            return ListPositionBloc(storage: storage, errors: errors)
        }
    }

    /// The birthdays that come next.
    func birthdays() -> BirthdayBloc {
        manager.bloc(for: BirthdayBloc.key) {
            @Injected(\.birthdayService) var service
            return BirthdayBloc(service: service)
        }
    }

    /// The synchronisation with the API.
    func sync() -> SyncBloc {
        manager.bloc(for: SyncBloc.key) {
            @Injected(\.syncService) var service
            return SyncBloc(service: service)
        }
    }

    /// The import of files.
    func importing() -> ImportBloc {
        manager.bloc(for: ImportBloc.key) {
            @Injected(\.importService) var service
            return ImportBloc(service: service, manager: manager)
        }
    }

    /// The search for duplicates.
    func duplicates() -> DuplicateBloc {
        manager.bloc(for: DuplicateBloc.key) {
            @Injected(\.duplicateService) var service
            return DuplicateBloc(service: service, manager: manager)
        }
    }

    /// The examination of the program.
    func doctor() -> DoctorBloc {
        manager.bloc(for: DoctorBloc.key) {
            @Injected(\.healthService) var service
            return DoctorBloc(service: service)
        }
    }

    /// The blocs whose recordings can be replayed, each made anew and by itself.
    var replayable: [ReplayableBloc] {
        @Injected(\.contactListService) var list
        @Injected(\.contactService) var contact
        @Injected(\.contactChangeService) var changes
        @Injected(\.historyService) var history
        @Injected(\.birthdayService) var birthdays
        @Injected(\.overviewService) var overview
        @Injected(\.syncService) var sync
        @Injected(\.importService) var importing
        @Injected(\.duplicateService) var duplicates
        @Injected(\.healthService) var health
        return [
            ReplayableBloc(ContactListBloc.key) { ContactListBloc(service: list) },
            ReplayableBloc(ContactBloc.key) { ContactBloc(service: contact, changes: changes, manager: BlocManager()) },
            ReplayableBloc(HistoryBloc.key) { HistoryBloc(service: history, manager: BlocManager()) },
            ReplayableBloc(BirthdayBloc.key) { BirthdayBloc(service: birthdays) },
            ReplayableBloc(OverviewBloc.key) { OverviewBloc(service: overview) },
            ReplayableBloc(ImportBloc.key) { ImportBloc(service: importing, manager: BlocManager()) },
            ReplayableBloc(DuplicateBloc.key) { DuplicateBloc(service: duplicates, manager: BlocManager()) },
            ReplayableBloc(DoctorBloc.key) { DoctorBloc(service: health) },
            ReplayableBloc(SyncBloc.key) { SyncBloc(service: sync) },
        ]
    }
}
