// One async handler for all events, in which order matters.

import Bloc

// snippet.show
final class JournalBloc: Bloc {
    enum Event {
        case noted(String)
        case saved
    }
    typealias State = [String]
    let runtime: BlocRuntime<JournalBloc>

    init(save: @escaping @Sendable ([String]) async throws -> Void) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on(policy: .sequential) { event, emit in
                switch event {
                case .noted(let line): emit.update { $0.append(line) }
                case .saved: try await save(emit.state)
                }
            }
        }
    }
}
// snippet.hide

let journal = JournalBloc { lines in print("saved \(lines.count)") }
journal.add(.noted("one"))
journal.add(.saved)
await journal.close(.drain)
