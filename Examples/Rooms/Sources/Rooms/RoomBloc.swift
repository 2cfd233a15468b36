import Bloc
import BlocInspector

/// A room of a chat server: people enter, speak and leave.
final class RoomBloc: Bloc {
    enum Event: Codable, Inspectable, Sendable {
        case entered(name: String)
        case said(name: String, text: String)
        case left(name: String)
    }

    struct State: Codable, Equatable, Inspectable, Sendable {
        enum Phase: String, Codable, Sendable { case empty, quiet, talking }

        var phase = Phase.empty
        var people: [String] = []
        var messages: [String] = []
    }

    struct NotHere: Error {}

    let runtime: BlocRuntime<RoomBloc>

    init() {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.history(limit: 100)
            bloc.on { event, emit in
                switch event {
                case .entered(let name):
                    guard !emit.state.people.contains(name) else { return }
                    emit.update { state in
                        state.people.append(name)
                        state.phase = .quiet
                    }
                case .said(let name, let text):
                    guard emit.state.people.contains(name) else { throw NotHere() }
                    emit.update { state in
                        state.messages = state.messages.suffix(9) + ["\(name): \(text)"]
                        state.phase = .talking
                    }
                case .left(let name):
                    emit.update { state in
                        state.people.removeAll { $0 == name }
                        state.phase = state.people.isEmpty ? .empty : .quiet
                    }
                }
            }
        }
    }

    /// Returns the key of a room.
    static func key(_ number: Int) -> BlocKey<RoomBloc> { BlocKey("room", id: number) }
}
