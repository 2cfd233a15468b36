import Bloc

/// A bloc that keeps all sync-ups; the form and the meeting report to it by its key.
final class SyncUpsBloc: Bloc {
    enum Event {
        case saved(SyncUp)
        case deleted(SyncUp.ID)
        case recorded(Meeting, SyncUp.ID)
    }
    typealias State = [SyncUp]
    let runtime: BlocRuntime<SyncUpsBloc>

    init(_ syncUps: [SyncUp] = []) {
        runtime = BlocRuntime(initialState: syncUps) { bloc in
            bloc.history()
            bloc.on { event, emit in
                emit.update { syncUps in
                    switch event {
                    case .saved(let syncUp):
                        if let index = syncUps.firstIndex(where: { $0.id == syncUp.id }) {
                            syncUps[index] = syncUp
                        } else {
                            syncUps.append(syncUp)
                        }
                    case .deleted(let id):
                        syncUps.removeAll { $0.id == id }
                    case .recorded(let meeting, let id):
                        guard let index = syncUps.firstIndex(where: { $0.id == id }) else { return }
                        syncUps[index].meetings.insert(meeting, at: 0)
                    }
                }
            }
        }
    }
}

/// The form for a new or existing sync-up, with at least one attendee row.
final class SyncUpFormBloc: Bloc {
    enum Event {
        case titleChanged(String)
        case attendeeChanged(Int, String)
        case attendeeAdded
        case attendeeDeleted(Int)
        case saved
    }
    enum Effect { case dismissed }
    typealias State = SyncUp
    let runtime: BlocRuntime<SyncUpFormBloc>

    init(_ syncUp: SyncUp) {
        var syncUp = syncUp
        if syncUp.attendees.isEmpty { syncUp.attendees = [""] }
        runtime = BlocRuntime(initialState: syncUp) { bloc in
            bloc.on { event, emit in
                var form = emit.state
                switch event {
                case .titleChanged(let title): form.title = title
                case .attendeeChanged(let row, let name) where form.attendees.indices.contains(row):
                    form.attendees[row] = name
                case .attendeeAdded: form.attendees.append("")
                case .attendeeDeleted(let row) where form.attendees.indices.contains(row):
                    form.attendees.remove(at: row)
                    if form.attendees.isEmpty { form.attendees = [""] }
                case .attendeeChanged, .attendeeDeleted: break
                case .saved:
                    form.attendees.removeAll { $0.allSatisfy(\.isWhitespace) }
                    emit.add(.saved(form), to: .syncUps)
                    emit.effect(.dismissed)
                    return
                }
                emit(form)
            }
        }
    }
}
