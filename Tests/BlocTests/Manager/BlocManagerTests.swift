import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BlocManagerTests {
    private struct Refusal: Error {}

    private let manager = BlocManager()
    private let key = BlocKey<NumberBloc>("number")

    @Test("G50 the first call creates, later ones get the same bloc")
    func creating() {
        let bloc = manager.bloc(for: key) { NumberBloc(1) }
        let same = manager.bloc(for: key) { NumberBloc(2) }
        #expect(bloc === same)
        #expect(same.state == 1)
    }

    @Test("G50 threads that race for a key create one bloc and all get it")
    func racingThreads() async {
        for round in 0..<50 {
            let key = BlocKey<NumberBloc>("number", id: round)
            let created = Shared(0)
            let start = Signal()
            let blocs = await withTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<8 {
                    group.addTask { [manager] in
                        await onThread {
                            start.block()
                            return ObjectIdentifier(
                                manager.bloc(for: key) {
                                    created.change { $0 += 1 }
                                    return NumberBloc(0)
                                }
                            )
                        }
                    }
                }
                start.fire()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(created.value == 1)
            #expect(Set(blocs).count == 1)
        }
    }

    @Test("G50 creations of one key never overlap, even when they throw and others try again")
    func throwing() async {
        let counter = OverlapCounter()
        let attempts = Shared(0)
        let failures = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { [manager, key] in
                    await onThread {
                        do {
                            _ = try manager.bloc(for: key) {
                                counter.enter()
                                defer { counter.leave() }
                                var attempt = 0
                                attempts.change { attempts in
                                    attempts += 1
                                    attempt = attempts
                                }
                                if attempt <= 5 { throw Refusal() }
                                return NumberBloc(attempt)
                            }
                            return false
                        } catch {
                            return true
                        }
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 5)
        #expect(attempts.value == 6)
        #expect(counter.most == 1)
        #expect(manager.find(key)?.state == 6)
    }

    @Test("G50 a creation that throws leaves no bloc, and the caller gets its error")
    func thrown() {
        #expect(throws: Refusal.self) { try manager.bloc(for: key) { () throws -> NumberBloc in throw Refusal() } }
        #expect(manager.find(key) == nil)
        #expect(manager.bloc(for: key) { NumberBloc(3) }.state == 3)
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

    // MARK: Cycles

    @Test("G50 a cycle of keys on one thread stops with a message that names it")
    func cycle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = BlocManager()
            let (a, b, c) = (BlocKey<NumberBloc>("a"), BlocKey<NumberBloc>("b"), BlocKey<NumberBloc>("c"))
            _ = manager.bloc(for: a) {
                _ = manager.bloc(for: b) {
                    _ = manager.bloc(for: c) {
                        _ = manager.bloc(for: a) { NumberBloc(0) }
                        return NumberBloc(0)
                    }
                    return NumberBloc(0)
                }
                return NumberBloc(0)
            }
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Bloc: Creating a bloc needs the bloc itself: a → b → c → a."))
        #expect(message.contains("Right:"))
    }

    @Test("G50 a cycle of keys over two threads stops with a message that names it")
    func cycleOverThreads() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let manager = BlocManager()
            let (a, b) = (BlocKey<NumberBloc>("a"), BlocKey<NumberBloc>("b"))
            let (isCreatingA, isCreatingB) = (Signal(), Signal())
            async let first = onThread {
                _ = manager.bloc(for: a) {
                    isCreatingA.fire()
                    isCreatingB.block()
                    return NumberBloc(manager.bloc(for: b) { NumberBloc(0) }.state)
                }
            }
            async let second = onThread {
                _ = manager.bloc(for: b) {
                    isCreatingB.fire()
                    isCreatingA.block()
                    return NumberBloc(manager.bloc(for: a) { NumberBloc(0) }.state)
                }
            }
            _ = await (first, second)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let paths = ["a → b → a", "b → a → b"].map { "Creating a bloc needs the bloc itself: \($0)." }
        #expect(paths.contains { message.contains($0) }, "\(message)")
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

    @Test("G52 find gives the live bloc and never creates")
    func find() async {
        #expect(manager.find(key) == nil)
        #expect(manager.report().isEmpty)
        let bloc = manager.bloc(for: key) { NumberBloc(1) }
        #expect(manager.find(key) === bloc)
        await bloc.close()
        #expect(manager.find(key) == nil)
    }

    @Test("G52 add reaches the live bloc and says whether there was one")
    func add() async {
        #expect(!manager.add(1, to: key))
        let bloc = manager.bloc(for: key) {
            NumberBloc(0) { bloc in bloc.on { event, emit in emit(event) } }
        }
        #expect(manager.add(7, to: key))
        #expect(bloc.state == 7)
        await manager.close(key)
        #expect(!manager.add(8, to: key))
        #expect(bloc.state == 7)
    }

    @Test("G37 an event that a handler adds to another key has that handler's event as its cause")
    func cause() async throws {
        let recorder = RecordingBlocObserver()
        let (source, target, missing) = (BlocKey<NumberBloc>("source"), key, BlocKey<NumberBloc>("missing"))
        let answers = Shared<[Bool]>([])
        let (from, to) = withBlocObserver(recorder) {
            (
                manager.bloc(for: source) {
                    NumberBloc(0, name: "source") { bloc in
                        bloc.on { event, emit in
                            answers.change { $0.append(emit.add(event * 10, to: target)) }
                            answers.change { $0.append(emit.add(event, to: missing)) }
                        }
                    }
                },
                manager.bloc(for: target) {
                    NumberBloc(0, name: "target") { bloc in
                        bloc.on { event, emit async in emit(event) }
                    }
                }
            )
        }
        manager.add(1, to: target)
        manager.add(4, to: source)
        try await recorder.first { $0.bloc == to.core.id && $0.description.hasSuffix("onDone 2 40: handled") }
        let contexts = recorder.entries(of: to.core.id).compactMap { entry in
            if case .event(_, _, let context) = entry { context } else { nil }
        }
        let cause = EventReference(bloc: from.core.id, sequence: 1)
        #expect(contexts == [EventContext(sequence: 1), EventContext(sequence: 2, cause: cause)])
        #expect(answers.value == [true, false])
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
}
