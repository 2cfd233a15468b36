import Bloc
import BlocDurable
import Testing

@testable import Lobby

@Suite struct GameBlocTests {
    @Test("a game plays its turns, also after crashes, and its end is counted once")
    func crashes() async throws {
        try await testDurable { host, _ in
            host.register(GameBloc.self) { GameBloc($0) }
            host.register(HallBloc.self) { HallBloc($0) }
        } act: { run in
            try await run.add(.opened(hall: 7), to: GameBloc.key("4711"))
            try await run.state(of: GameBloc.key("4711")) { $0.turns == [1, 2, 3] }
            try await run.state(of: HallBloc.key(7)) { $0.ended == 1 }
        }
    }

    @Test("a game that isn't open has no turn")
    func turns() {
        #expect(GameBloc.State().nextTurn == nil)
        #expect(GameBloc.State(hall: 1, turns: [1]).nextTurn == 2)
        #expect(GameBloc.State(hall: 1, turns: [1, 2, 3]).nextTurn == nil)
    }
}
