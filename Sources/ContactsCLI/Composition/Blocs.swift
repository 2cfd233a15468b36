import Bloc

/// The blocs of the program: one of each key while it lives, whichever command asks for it.
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

    /// The blocs whose recordings can be replayed, each fresh and on its own.
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

/// Makes each bloc, with the manager that it broadcasts its changes to.
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
