import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BlocScopeTests {
    private let manager = BlocManager()
    private let closed = Log<String>()

    @discardableResult
    private func make(_ name: String, in scope: BlocScope, closeWith parent: String? = nil) -> NumberBloc {
        scope.bloc(for: BlocKey(name), closeWith: parent.map { BlocKey<NumberBloc>($0).erased }) {
            NumberBloc(0) { [closed] bloc in bloc.onClose { _ in closed.append(name) } }
        }
    }

    @Test("G54 a scope closes the scopes inside it, then its own blocs, dependants first, also those from outside")
    func closing() async {
        let (session, other) = (manager.scope("session"), manager.scope("other"))
        let page = session.scope("page")
        make("a", in: session)
        make("b", in: session, closeWith: "a")
        make("c", in: other, closeWith: "a")
        make("dialog-bloc", in: page.scope("dialog"))
        make("page-bloc", in: page)
        make("elsewhere", in: other)
        #expect(page.scope("dialog").names == ["session", "page", "dialog"])
        await session.close()
        #expect(closed.entries == ["dialog-bloc", "page-bloc", "b", "c", "a"])
        #expect(manager.report().map(\.key.name) == ["elsewhere"])
    }

    @Test("G54 a scope is a name, which owns nothing and can be used again")
    func names() async {
        let bloc = make("a", in: manager.scope("session"))
        #expect(manager.scope("session").bloc(for: BlocKey<NumberBloc>("a")) { NumberBloc(1) } === bloc)
        // Keys belong to the manager.
        #expect(manager.find(BlocKey<NumberBloc>("a")) === bloc)
        #expect(make("a", in: manager.scope("other")) === bloc)
        await manager.scope("sess").close()
        #expect(!bloc.isClosed)
        await manager.scope("session").close()
        #expect(bloc.isClosed)
        let again = make("a", in: manager.scope("session"))
        #expect(again !== bloc)
        #expect(manager.leaks().isEmpty)
        await manager.scope("session").close()
        #expect(again.isClosed)
    }
}

@Suite(.watched) struct BlocReportTests {
    private let manager = BlocManager()
    private let key = BlocKey<NumberBloc>("number")

    @Test("G57 G70 a report has the age, events, queue, subscribers and handlers of each live bloc")
    func report() async throws {
        let clock = ManualClock()
        let mayEnd = Signal()
        let bloc = BlocContext.with {
            $0.clock = BlocClock(clock)
        } _: {
            manager.bloc(for: key) {
                NumberBloc(0) { bloc in
                    // Its subscription is not counted.
                    bloc.hydrate("k", InMemoryHydrationStorage())
                    bloc.on(policy: .sequential, where: { $0 > 100 }) { _, _ async in await mayEnd.wait() }
                    bloc.emitEvents()
                }
            }
        }
        _ = manager.bloc(for: BlocKey<NumberBloc>("a")) { NumberBloc(0) }
        clock.advance(by: .seconds(90))
        let token = bloc.observe { _ in }
        for event in [1, 2, 3] { bloc.add(event) }
        let waiting = [bloc.add(101), bloc.add(102), bloc.add(103)]
        #expect(manager.report().map(\.key.name) == ["a", "number"])
        let report = try #require(manager.report().last)
        #expect((report.bloc, report.age) == (bloc.core.id, .seconds(90)))
        #expect((report.eventsHandled, report.queueLength, report.subscribers, report.handlersInFlight) == (3, 2, 1, 1))
        #expect(!report.hasLostSubscribers)
        mayEnd.fire()
        for receipt in waiting { _ = await receipt.outcome }
        token.cancel()
        let after = try #require(manager.report().last)
        #expect((after.eventsHandled, after.queueLength, after.subscribers, after.handlersInFlight) == (6, 0, 0, 0))
        #expect(after.hasLostSubscribers)
    }

    @Test("G57 a bloc is a leak when its last subscriber left, or its parent or scope is gone")
    func leaks() async {
        let names = { [manager] in manager.leaks().map(\.key.name) }
        let watched = manager.bloc(for: BlocKey<NumberBloc>("watched")) { NumberBloc(0) }
        let parent = manager.bloc(for: BlocKey<NumberBloc>("parent")) { NumberBloc(0) }
        _ = manager.bloc(for: BlocKey<NumberBloc>("child"), closeWith: BlocKey<NumberBloc>("parent")) { NumberBloc(0) }
        #expect(names().isEmpty)
        var tokens = [watched.observe { _ in }, watched.observe { _ in }]
        tokens.removeLast()
        #expect(names().isEmpty)
        tokens = []
        #expect(names() == ["watched"])
        tokens.append(watched.observe { _ in })
        #expect(names().isEmpty)
        // Closed by itself, not by the manager: its dependants stay behind.
        await parent.close()
        #expect(names() == ["child"])
        await manager.scope("session").close()
        _ = manager.scope("session").scope("page").bloc(for: BlocKey<NumberBloc>("late")) { NumberBloc(0) }
        #expect(names() == ["child", "late"])
        await manager.closeAll()
        #expect(names().isEmpty)
        withExtendedLifetime(tokens) {}
    }

    @Test("G58 a bloc costs about the same with thousands of live ones as with 10")
    func many() async {
        #if DEBUG
        let count = 5_000
        #else
        let count = 100_000
        #endif
        let (few, many) = (BlocManager(), BlocManager())
        for number in 0..<10 { fill(few, number) }
        for number in 0..<count { fill(many, number) }
        #expect(many.report().count == count)
        // A search through all keys would cost hundreds of times as much. The best of rounds in turns is compared: a loaded machine
        // delays some rounds, but not all.
        var best = (few: Duration.seconds(1_000), many: Duration.seconds(1_000))
        for round in 0..<2_000 where round < 200 || best.many > best.few * 25 {
            best.few = min(best.few, await cost(few, round))
            best.many = min(best.many, await cost(many, round))
        }
        #expect(best.many < best.few * 25)
        await many.closeAll()
        #expect(many.report().isEmpty)
        #expect(many.leaks().isEmpty)
    }

    private func fill(_ manager: BlocManager, _ number: Int) {
        let bloc = manager.bloc(
            for: BlocKey<NumberBloc>("number", id: number),
            closeWith: number.isMultiple(of: 10) ? nil : BlocKey<NumberBloc>("number", id: number - 1).erased
        ) {
            NumberBloc(0) { $0.emitEvents() }
        }
        bloc.add(number)
    }

    /// The time that it takes to create, find and close a bloc.
    private func cost(_ manager: BlocManager, _ round: Int) async -> Duration {
        let key = BlocKey<NumberBloc>("extra", id: round)
        return await ContinuousClock().measure {
            _ = manager.bloc(for: key, closeWith: BlocKey<NumberBloc>("number", id: 0)) { NumberBloc(0) }
            #expect(manager.find(key)?.state == 0)
            await manager.close(key)
        }
    }
}
