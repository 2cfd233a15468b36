import Bloc
import BlocDurable

/// A game with a fixed number of turns, whose end is counted in a hall.
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
        /// The next turn to play.
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
            // Continues in another process if this one ends.
            bloc.when(\.nextTurn, name: "turn") { turn, work in work.add(.played(turn: turn)) }
        }
    }
}

/// A hall that counts the games that have ended in it, each exactly once.
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
