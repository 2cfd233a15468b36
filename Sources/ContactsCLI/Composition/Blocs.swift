import Bloc

/// The blocs of the program: one of each key while it lives, whichever command asks for it.
struct Blocs: Sendable {
    let app: AppDependencies

    func contactList() -> ContactListBloc {
        app.manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: app.contactList) }
    }

    func contact() -> ContactBloc {
        app.manager.bloc(for: ContactBloc.key) {
            ContactBloc(service: app.contact, changes: app.changes, manager: app.manager)
        }
    }

    func history() -> HistoryBloc {
        app.manager.bloc(for: HistoryBloc.key) { HistoryBloc(service: app.history, manager: app.manager) }
    }

    func overview() -> OverviewBloc {
        app.manager.bloc(for: OverviewBloc.key) { OverviewBloc(service: app.overview) }
    }

    func listPosition() -> ListPositionCubit {
        app.manager.bloc(for: ListPositionCubit.key) {
            ListPositionCubit(storage: app.hydrationStorage, errors: app.errors)
        }
    }

    func demonstration() -> DemonstrationCubit {
        app.manager.bloc(for: DemonstrationCubit.key) {
            DemonstrationCubit(storage: app.hydrationStorage, errors: app.errors)
        }
    }

    func birthdays() -> BirthdayBloc {
        app.manager.bloc(for: BirthdayBloc.key) { BirthdayBloc(service: app.birthdays) }
    }

    func sync() -> SyncBloc {
        app.manager.bloc(for: SyncBloc.key) { SyncBloc(service: app.sync) }
    }

    func importing() -> ImportBloc {
        app.manager.bloc(for: ImportBloc.key) {
            ImportBloc(service: app.importing, list: app.contactList, manager: app.manager)
        }
    }

    func addEmail() -> AddEmailBloc {
        app.manager.bloc(for: AddEmailBloc.key) {
            AddEmailBloc(list: app.contactList, importing: app.importing, manager: app.manager)
        }
    }

    func duplicates() -> DuplicateBloc {
        app.manager.bloc(for: DuplicateBloc.key) { DuplicateBloc(service: app.duplicates, manager: app.manager) }
    }

    func doctor() -> DoctorBloc {
        app.manager.bloc(for: DoctorBloc.key) { DoctorBloc(service: app.health) }
    }

    /// The blocs whose recordings can be replayed, each fresh and on its own.
    var replayable: [ReplayableBloc] {
        [
            ReplayableBloc(ContactListBloc.key) { ContactListBloc(service: app.contactList) },
            ReplayableBloc(ContactBloc.key) {
                ContactBloc(service: app.contact, changes: app.changes, manager: BlocManager())
            },
            ReplayableBloc(HistoryBloc.key) { HistoryBloc(service: app.history, manager: BlocManager()) },
            ReplayableBloc(BirthdayBloc.key) { BirthdayBloc(service: app.birthdays) },
            ReplayableBloc(OverviewBloc.key) { OverviewBloc(service: app.overview) },
            ReplayableBloc(ImportBloc.key) {
                ImportBloc(service: app.importing, list: app.contactList, manager: BlocManager())
            },
            ReplayableBloc(AddEmailBloc.key) {
                AddEmailBloc(list: app.contactList, importing: app.importing, manager: BlocManager())
            },
            ReplayableBloc(DuplicateBloc.key) { DuplicateBloc(service: app.duplicates, manager: BlocManager()) },
            ReplayableBloc(DoctorBloc.key) { DoctorBloc(service: app.health) },
            ReplayableBloc(SyncBloc.key) { SyncBloc(service: app.sync) },
        ]
    }
}
