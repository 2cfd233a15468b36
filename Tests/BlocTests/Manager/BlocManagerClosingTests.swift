import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BlocManagerClosingTests {
    private let manager = BlocManager()
    private let closed = Log<String>()

    private func key(_ name: String) -> BlocKey<NumberBloc> { BlocKey(name) }

    @discardableResult
    private func make(_ name: String, closeWith parent: String? = nil) -> NumberBloc {
        manager.bloc(for: key(name), closeWith: parent.map { key($0).erased }) { bloc(name) }
    }

    private func bloc(_ name: String) -> NumberBloc {
        NumberBloc(0) { [closed] bloc in
            bloc.emitEvents()
            bloc.onClose { closed.append($0 ? name : "\(name) released") }
        }
    }

    private func names() -> [String] { manager.report().map(\.key.name) }

    @Test("G53 closing a key closes what closes with it, dependants first, each once, and not what it closes with")
    func tree() async {
        make("root")
        make("a", closeWith: "root")
        make("a1", closeWith: "a")
        make("b", closeWith: "root")
        make("b1", closeWith: "b")
        make("b2", closeWith: "b")
        make("other")
        await manager.close(key("a"))
        #expect(closed.entries == ["a1", "a"])
        #expect(names() == ["b", "b1", "b2", "other", "root"])
        await manager.close(key("root"))
        #expect(closed.entries.dropFirst(2).sorted() == ["b", "b1", "b2", "root"])
        #expect(closed.entries.suffix(2) == ["b", "root"])
        #expect(names() == ["other"])
        await manager.close(key("root"))
        #expect(closed.entries.count == 6)
    }

    @Test("G53 closing overlapping trees at once closes each bloc once")
    func overlapping() async {
        for _ in 0..<50 {
            let manager = BlocManager()
            let closed = Log<String>()
            for (name, parent) in [("r", nil), ("a", "r"), ("b", "a"), ("c", "b")] as [(String, String?)] {
                _ = manager.bloc(for: key(name), closeWith: parent.map { key($0).erased }) {
                    NumberBloc(0) { bloc in bloc.onClose { _ in closed.append(name) } }
                }
            }
            let names = ["r", "a", "b", "c", "r", "b"]
            await race(names.count) { await manager.close(BlocKey<NumberBloc>(names[$0])) }
            #expect(closed.entries.sorted() == ["a", "b", "c", "r"])
        }
    }

    @Test("G53 a long chain of dependants closes in order, by its first key or with all", arguments: [false, true])
    func chain(closesAll: Bool) async {
        make("0")
        for number in 1..<500 { make("\(number)", closeWith: "\(number - 1)") }
        if closesAll { await manager.closeAll() } else { await manager.close(key("0")) }
        #expect(closed.entries == (0..<500).reversed().map { "\($0)" })
        #expect(names().isEmpty)
    }

    @Test(
        "G45 G53 independent blocs close at once: all blocs, those of a scope or of a key, and when they are shut down",
        arguments: ["closeAll", "scope", "shutDown", "dependants"]
    )
    func sideBySide(way: String) async {
        let mayEnd = Signal()
        // It has no bloc.
        let parent = BlocKey<TextBloc>("parent")
        let waiting = (0..<100).map { number in
            let key = BlocKey<NumberBloc>("bloc", id: number)
            let create = { NumberBloc(0) { $0.emitEvents(after: mayEnd) } }
            return switch way {
            case "scope": manager.scope("s").bloc(for: key, create)
            case "dependants": manager.bloc(for: key, closeWith: parent, create)
            default: manager.bloc(for: key, create)
            }
        }
        let receipts = waiting.map { $0.add(5) }
        let closing = started { [manager] in
            switch way {
            case "closeAll": await manager.closeAll(.drain)
            case "scope": await manager.scope("s").close(.drain)
            case "dependants": await manager.close(parent, .drain)
            default: _ = await manager.shutDown(.seconds(1_000_000))
            }
        }
        // None has ended, and all have begun to close.
        #expect(waiting.allSatisfy { $0.isClosed && $0.state == 0 })
        mayEnd.fire()
        await closing.value
        for receipt in receipts { #expect(await receipt.word == "handled") }
    }

    @Test("G44 a handler that closes its own key by the manager does not wait for itself")
    func fromHandler() async {
        let (manager, key) = (manager, key("self"))
        let bloc = manager.bloc(for: key) {
            NumberBloc(0) { bloc in
                bloc.on { _, _ async in await manager.close(key) }
            }
        }
        #expect(await bloc.add(1).word == "cancelled")
        await bloc.close()
        #expect(manager.find(key) == nil)
    }

    // MARK: Free keys

    @Test("G55 the key is free as soon as its bloc begins to close", arguments: [false, true])
    func free(byManager: Bool) async {
        let (key, hasBegun, mayEnd) = (key("k"), Signal(), Signal())
        let old = manager.bloc(for: key) {
            NumberBloc(0) { bloc in
                // The grace period doesn't end.
                bloc.clock = BlocClock(ManualClock())
                bloc.on { event, emit in
                    emit(event)
                    hasBegun.fire()
                    // Ignores its cancellation.
                    await mayEnd.wait()
                }
            }
        }
        old.add(9)
        await hasBegun.wait()
        let closing = started { [manager] in
            if byManager { await manager.close(key) } else { await old.close(.drain) }
        }
        #expect(old.isClosed)
        #expect(names().isEmpty)
        #expect(manager.find(key) == nil)
        let new = make("k")
        #expect(new !== old)
        #expect(old.state == 9)
        #expect(new.state == 0)
        mayEnd.fire()
        await closing.value
        // The end of the old one doesn't free the key of the new one.
        #expect(manager.find(key) === new)
        #expect(!new.isClosed)
    }

    @Test("G55 after close nothing of the bloc is retained, neither by its manager nor by its children")
    func released() async {
        let released = Log<String>()
        await expectDeallocated { () -> NumberBloc in
            let witness = Witness { released.append("handler") }
            let bloc = manager.bloc(for: key("k")) {
                NumberBloc(0) { bloc in bloc.on { _, _ in witness.look() } }
            }
            make("child", closeWith: "k")
            await manager.close(key("k"))
            return bloc
        }
        await released.wait(forCount: 1)
    }

    @Test("G55 a bloc with several keys frees all of them when it closes")
    func severalKeys() async {
        let other = BlocManager()
        let shared = manager.bloc(for: key("k")) { bloc("k") }
        for (keeper, name) in [(manager, "l"), (other, "k")] { _ = keeper.bloc(for: key(name)) { shared } }
        await shared.close()
        #expect(manager.find(key("k")) == nil && manager.find(key("l")) == nil && other.find(key("k")) == nil)
    }

    @Test("G55 a manager that is released lets its blocs go, and they close themselves")
    func managerReleased() async {
        await expectDeallocated { () -> BlocManager in
            let manager = BlocManager()
            _ = manager.bloc(for: key("k")) { bloc("k") }
            return manager
        }
        #expect(closed.entries == ["k released"])
    }
}
