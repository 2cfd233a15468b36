import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct RareStateTests {
    private func state() -> CoreState<NumberBloc> {
        CoreState(state: 0, handlers: nil, laneCount: 0)
    }

    @Test("a bloc that needs nothing rare has no memory for it, also after it was read or emptied")
    func absent() {
        var state = state()
        #expect(state.debounces.isEmpty)
        #expect(state.throttledSince.isEmpty)
        #expect(state.timers.isEmpty)
        #expect(state.history == nil)
        #expect(state.saver == nil)
        #expect(state.reportedLate.isEmpty)
        #expect(state.keepers.isEmpty)
        #expect(state.takeCloseActions().isEmpty)
        state.debounces = [:]
        state.timers = []
        state.history = nil
        state.saver = nil
        state.keepers = []
        #expect(state.rare.isEmpty)
    }

    @Test("what is written is kept in one place")
    func written() {
        var state = state()
        state.throttledSince[2] = .seconds(1)
        state.reportedLate.append(7)
        #expect(state.rare.count == 1)
        #expect(state.throttledSince == [2: .seconds(1)])
        #expect(state.reportedLate == [7])
    }

    @Test("the places of a bloc in registries are taken once")
    func homes() {
        var state = state()
        #expect(state.takeHomes().isEmpty)
        let names = ["a", "b", "c"]
        let homes = names.map { BlocHome(manager: WeakManager(nil), key: AnyBlocKey(name: $0)) }
        state.home = homes[0]
        #expect(state.takeHomes().map(\.key.name) == ["a"])
        state.home = homes[0]
        state.written.moreHomes = [homes[1], homes[2]]
        #expect(state.takeHomes().map(\.key.name) == names)
        #expect(state.takeHomes().isEmpty)
    }

    @Test("what is to run when closing begins is taken once, in order")
    func closeActions() {
        var state = state()
        let log = Log<Int>()
        for number in 1...2 {
            state.written.closeActions.append {
                log.append(number)
                return nil
            }
        }
        for action in state.takeCloseActions() { #expect(action() == nil) }
        #expect(log.entries == [1, 2])
        #expect(state.takeCloseActions().isEmpty)
    }

    @Test("what an action of closing returns lives until the bloc has closed")
    func keeping() async {
        let bloc = NumberBloc(0)
        let released = Signal()
        bloc.core.whenClosing { Releasing(released) }
        await bloc.close()
        await released.wait()
        // Too late to be kept: it runs at once.
        let late = Signal()
        bloc.core.whenClosing { Releasing(late) }
        await late.wait()
    }

    @Test("what is given while closing begins runs at once, and what it returns lives until the bloc has closed")
    func givenWhileClosing() async {
        let log = Log<String>()
        let manager = BlocManager()
        let key = BlocKey<NumberBloc>("late")
        let bloc = NumberBloc(0) { bloc in bloc.onClose { _ in log.append("closed") } }
        let core = bloc.core
        core.whenClosing { [unowned core] in
            core.whenClosing {
                log.append("inner")
                return Witness { log.append("released") }
            }
            log.append("outer")
            return nil
        }
        core.whenClosing { [unowned bloc] in
            // The key is free as soon as closing begins.
            _ = manager.bloc(for: key) { bloc }
            return nil
        }
        await bloc.close()
        #expect(log.entries == ["inner", "outer", "closed", "released"])
        #expect(manager.find(key) == nil)
    }

    @Test("G55 a bloc that has two keys frees both when closing begins")
    func twoKeys() async {
        let manager = BlocManager()
        let bloc = NumberBloc(0)
        let keys = ["a", "b", "c"].map { BlocKey<NumberBloc>($0) }
        for key in keys { _ = manager.bloc(for: key) { bloc } }
        await bloc.close()
        for key in keys { #expect(manager.find(key) == nil) }
        #expect(manager.report().isEmpty)
    }
}

/// Tells when it is released.
private final class Releasing: Sendable {
    private let signal: Signal

    init(_ signal: Signal) {
        self.signal = signal
    }

    deinit {
        signal.fire()
    }
}
