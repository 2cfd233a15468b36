import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocManagerTests {
    private let manager = BlocManager()
    private let key = BlocKey<NumberBloc>("number")

    @Test("G50 threads that race for a key create one bloc and all get it")
    func racingThreads() async {
        for round in 0..<50 {
            let key = BlocKey<NumberBloc>("number", id: round)
            let (created, start, blocs) = (Shared(0), Signal(), Log<ObjectIdentifier>())
            async let racing: Void = race(8) { [manager] _ in
                let bloc = await onThread {
                    start.block()
                    return manager.bloc(for: key) {
                        created.change { $0 += 1 }
                        return NumberBloc(0)
                    }
                }
                blocs.append(ObjectIdentifier(bloc))
            }
            start.fire()
            await racing
            #expect(created.value == 1)
            #expect(Set(blocs.entries).count == 1)
        }
    }

    @Test("G50 creations of one key never overlap, even when they throw, which leaves no bloc, and others try again")
    func throwing() async {
        let counter = OverlapCounter()
        let (attempts, failures) = (Shared(0), Log<any Error>())
        await race(16) { [manager, key] _ in
            await onThread {
                do {
                    _ = try manager.bloc(for: key) {
                        try counter.count {
                            attempts.change { $0 += 1 }
                            // Alone here, as the counter tells.
                            let attempt = attempts.value
                            if attempt <= 5 { throw Broken() }
                            return NumberBloc(attempt)
                        }
                    }
                } catch {
                    failures.append(error)
                }
            }
        }
        #expect(failures.entries.count { $0 is Broken } == 5)
        #expect(attempts.value == 6)
        #expect(counter.most == 1)
        #expect(manager.find(key)?.state == 6)
    }

    @Test("G50 `create` runs outside the registry's lock: it may use the manager, and other threads are not blocked")
    func outside() async {
        let (isCreating, mayGoOn) = (Signal(), Signal())
        let other = BlocKey<NumberBloc>("other")
        async let slow = onThread { [manager, key] in
            manager.bloc(for: key) {
                isCreating.fire()
                mayGoOn.block()
                #expect(manager.find(other)?.state == 2)
                let inner = manager.bloc(for: BlocKey<NumberBloc>("inner")) { NumberBloc(4) }
                #expect(manager.report().map(\.key.name) == ["inner", "other"])
                return NumberBloc(inner.state + 1)
            }
        }
        await isCreating.wait()
        #expect(manager.find(key) == nil)
        #expect(manager.bloc(for: other) { NumberBloc(2) }.state == 2)
        mayGoOn.fire()
        #expect(await slow.state == 5)
    }

    @Test("G50 waiting for a thread that waits for a third one is no cycle")
    func chain() async {
        let (a, b) = (BlocKey<NumberBloc>("a"), BlocKey<NumberBloc>("b"))
        for _ in 0..<20 {
            let manager = BlocManager()
            let (isCreatingA, isCreatingB) = (Signal(), Signal())
            async let first = onThread {
                manager.bloc(for: a) {
                    isCreatingA.fire()
                    isCreatingB.block()
                    return NumberBloc(manager.bloc(for: b) { NumberBloc(0) }.state + 1)
                }
            }
            async let second = onThread {
                isCreatingA.block()
                return manager.bloc(for: b) {
                    isCreatingB.fire()
                    return NumberBloc(1)
                }
            }
            async let third = onThread {
                isCreatingA.block()
                return manager.bloc(for: a) { NumberBloc(0) }
            }
            let states = await [first, second, third].map(\.state)
            #expect(states == [2, 1, 2])
        }
    }

    // MARK: Reaching

    @Test("G50 G52 the first call creates a bloc, which later ones, find and add reach; these never create one")
    func reaching() async {
        #expect(manager.find(key) == nil && !manager.add(1, to: key))
        #expect(manager.report().isEmpty)
        let bloc = manager.bloc(for: key) { NumberBloc(0) { $0.emitEvents() } }
        #expect(manager.bloc(for: key) { NumberBloc(2) } === bloc && manager.find(key) === bloc)
        #expect(manager.add(7, to: key))
        #expect(bloc.state == 7)
        await manager.close(key)
        #expect(manager.find(key) == nil && !manager.add(8, to: key))
        #expect(bloc.state == 7)
    }

    @Test("G37 an event that a handler adds to another key has that handler's event as its cause")
    func cause() async {
        let (source, target, missing) = (BlocKey<NumberBloc>("source"), key, BlocKey<NumberBloc>("missing"))
        let (contexts, answers) = (Log<EventContext>(), Log<Bool>())
        let from = manager.bloc(for: source) {
            NumberBloc(0) { bloc in
                bloc.on { event, emit in
                    for key in [target, missing] { answers.append(emit.add(event * 10, to: key)) }
                }
            }
        }
        _ = manager.bloc(for: target) {
            NumberBloc(0) { bloc in
                bloc.onEvent { contexts.append($1) }
                bloc.on { event, emit async in emit(event) }
            }
        }
        manager.add(1, to: target)
        manager.add(4, to: source)
        await contexts.wait(forCount: 2)
        let cause = EventReference(bloc: from.core.id, sequence: 1)
        #expect(contexts.entries == [EventContext(sequence: 1), EventContext(sequence: 2, cause: cause)])
        #expect(answers.entries == [true, false])
    }

    @Test("G59 the shared manager and private ones do not see each other's blocs")
    func shared() async {
        let key = BlocKey<NumberBloc>("only-here", id: "creating-tests")
        let (mine, other) = (manager.bloc(for: key) { NumberBloc(1) }, BlocManager().bloc(for: key) { NumberBloc(2) })
        #expect(BlocManager.shared.find(key) == nil)
        let shared = BlocManager.shared.bloc(for: key) { NumberBloc(3) }
        #expect(BlocManager.shared.find(key) === shared)
        #expect([mine.state, other.state, shared.state] == [1, 2, 3])
        await BlocManager.shared.close(key)
        #expect(shared.isClosed)
        #expect(!mine.isClosed)
    }

    // MARK: Keys

    @Test("G51 a key has a text; name and id are compared apart")
    func parts() {
        #expect("\(BlocKey<NumberBloc>("list"))" == "list" && "\(BlocKey<NumberBloc>("contact", id: 7))" == "contact/7")
        #expect(BlocKey<NumberBloc>("list").erased == BlocKey<TextBloc>("list").erased)
        let keys: Set<AnyBlocKey> = [
            BlocKey<NumberBloc>("room", id: "a/7").erased, BlocKey<NumberBloc>("room/a", id: 7).erased,
            BlocKey<NumberBloc>("room/a/7").erased,
        ]
        #expect(keys.count == 3)
        let manager = BlocManager()
        let first = manager.bloc(for: BlocKey<NumberBloc>("room", id: "a/7")) { NumberBloc(1) }
        let second = manager.bloc(for: BlocKey<NumberBloc>("room/a", id: 7)) { NumberBloc(2) }
        #expect(first.state == 1 && second.state == 2)
        #expect(manager.find(BlocKey<NumberBloc>("room", id: "a/7")) === first)
        #expect(BlocKey<NumberBloc>("room", id: "a/7").id == "a/7" && BlocKey<NumberBloc>("room").id == nil)
    }
}
