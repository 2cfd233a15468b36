import Bloc
import BlocDurable

/// A game of some turns, whose end counts in a hall.
final class GameBloc: DurableBloc {
    enum Event: Codable, Sendable {
        case opened(hall: Int)
        case played(turn: Int)
    }

    struct State: Codable, Equatable {
        static let turns = 3

        var hall: Int?
        var turns: [Int] = []

        var isOver: Bool { turns.count == Self.turns }
        /// The turn that has to be played.
        var nextTurn: Int? { hall == nil || isOver ? nil : turns.count + 1 }
    }

    let runtime: BlocRuntime<GameBloc>

    init(_ durable: Durable<GameBloc>) {
        runtime = durable.runtime(initialState: State()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .opened(let hall): emit.update { $0.hall = hall }
                case .played(let turn): emit.update { $0.turns.append(turn) }
                }
                if emit.state.isOver, let hall = emit.state.hall { emit.send(.gameEnded, to: HallBloc.key(hall)) }
            }
            // Goes on in another process when this one ends.
            bloc.when(\.nextTurn, name: "turn") { turn, work in work.add(.played(turn: turn)) }
        }
    }
}

/// Counts the games that have ended in a hall, each once.
final class HallBloc: DurableBloc {
    enum Event: Codable, Sendable { case gameEnded }
    struct State: Codable, Equatable { var ended = 0 }

    let runtime: BlocRuntime<HallBloc>

    init(_ durable: Durable<HallBloc>) {
        runtime = durable.runtime(initialState: State()) { bloc in
            bloc.on { _, emit in emit.update { $0.ended += 1 } }
        }
    }
}
