import BlocTesting
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct StateWorkClosingTests {
    private let clock = ManualClock()
    private let log = WorkLog()

    @Test("G92 work has ended when its bloc is closed or released without a close", arguments: [false, true])
    func cancel(isReleased: Bool) async throws {
        var bloc: PartBloc? = log.observed(clock, PartState(part: 1)) { bloc in
            bloc.when(\.part) { _, emit in
                defer { emit.update { $0.notes.append("late") } }
                try await emit.sleep(for: .seconds(100))
            }
        }
        try await clock.sleepers(count: 1)
        if !isReleased {
            await bloc?.close()
            #expect(bloc?.state == PartState(part: 1))
            bloc?.add(.part(2))
        }
        bloc = nil
        await log.lines.wait(forCount: 3)
        #expect(log.lines.entries == ["start 1", "end 1 cancelled", isReleased ? "released" : "close"])
    }

    @Test("G92 a draining bloc waits for work and what its states require, and then cancels background work")
    func drain() async throws {
        let (begun, mayEnd) = (Signal(), Signal())
        let bloc = log.observed(clock, PartState(part: 1)) { bloc in
            bloc.sleep(isBackground: true)
            bloc.when(\.part) { _, emit in
                begun.fire()
                await mayEnd.wait()
                emit.update { $0.flag = true }
            }
            bloc.when(\.flag) { emit in emit.update { $0.notes.append("saved") } }
        }
        try await clock.sleepers(count: 1)
        await begun.wait()
        let closing = started { [log] in
            await bloc.close(.drain)
            log.lines.append("closed")
        }
        #expect(bloc.isClosed)
        #expect(log.lines.entries == ["start 1", "start 2"])
        mayEnd.fire()
        await closing.value
        #expect(bloc.state == PartState(part: 1, flag: true, notes: ["saved"]))
        #expect(Set(log.lines.entries.dropFirst(2).prefix(3)) == ["start 3", "end 2 handled", "end 3 handled"])
        #expect(log.lines.entries.suffix(3) == ["end 1 cancelled", "close", "closed"])
    }

    @Test("G92 work that ignores its cancellation is reported after the grace period", arguments: [nil, "feed"])
    func ignoringCancellation(name: String?) async throws {
        let (begun, mayEnd, hasEnded) = (Signal(), Signal(), Signal())
        let line: UInt = #line + 3
        let bloc = log.observed(clock, PartState(part: 1)) { bloc in
            bloc.gracePeriod = .seconds(3)
            bloc.when(\.part, name: name) { _, emit in
                begun.fire()
                await mayEnd.wait()
                emit.update { $0.notes.append("late") }
                hasEnded.fire()
            }
        }
        await begun.wait()
        let closing = started { await bloc.close() }
        try await clock.sleepers(count: 1)
        #expect(log.lines.entries == ["start 1"])
        clock.advance(by: .seconds(3))
        await closing.value
        #expect(log.lines.entries == ["start 1", "error ignored-cancellation -", "end 1 cancelled", "close"])
        let message = try #require(log.errors.entries.first).description
        let what = name.map { "The work “\($0)”" } ?? "The work"
        #expect(
            message.hasPrefix("\(what) registered at BlocTests/StateWorkClosingTests.swift:\(line) of "),
            "\(message)"
        )
        #expect(message.contains("did not end within 3.0 seconds of being cancelled"))
        mayEnd.fire()
        await hasEnded.wait()
        #expect(bloc.state.notes.isEmpty)
        // The thread that closed the bloc may be the one that reports it.
        await log.lines.wait(forCount: 5)
        #expect(log.lines.entries.dropFirst(4) == ["late"])
    }

    @Test("G92 observers get the start and the end of work with its name, place and number")
    func names() async throws {
        let line: UInt = #line + 2
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part, name: "load") { _, _ in }
            bloc.when(\.flag) { _ in }
        }
        for (index, event) in [PartEvent.note("a"), .part(1), .flag(true)].enumerated() {
            bloc.add(event)
            await log.lines.wait(forCount: index * 2)
        }
        await bloc.close()
        let id = try #require(log.events.entries.first).bloc
        let file = "BlocTests/StateWorkClosingTests.swift"
        let works = [
            BlocWork(name: "load", file: file, line: line, run: 1, cause: EventReference(bloc: id, sequence: 2)),
            BlocWork(name: nil, file: file, line: line + 1, run: 2, cause: EventReference(bloc: id, sequence: 3)),
        ]
        #expect(log.works.entries == works)
        #expect(works.map(\.description) == ["load#1", "\(file):\(line + 1)#2"])
        #expect(log.lines.entries == ["start 1", "end 1 handled", "start 2", "end 2 handled", "close"])
    }

    @Test("G92 work is not an event: reports count it among the running handlers only")
    func reports() async throws {
        let manager = BlocManager()
        let bloc = manager.bloc(for: BlocKey<PartBloc>("k")) {
            log.observed(clock, PartState(part: 1)) { bloc in
                bloc.when(\.part) { _, emit in try await emit.sleep(for: .seconds(1)) }
            }
        }
        bloc.add(.note("a"))
        try await clock.sleepers(count: 1)
        var report = try #require(manager.report().first)
        #expect(report.eventsHandled == 1 && report.handlersInFlight == 1 && report.queueLength == 0)
        clock.advance(by: .seconds(1))
        await log.lines.wait(forCount: 2)
        report = try #require(manager.report().first)
        #expect(report.eventsHandled == 1 && report.handlersInFlight == 0)
        #expect(log.events.entries.map(\.context.sequence) == [1])
        await bloc.close()
    }

    @Test("G92 nothing of work is retained after close")
    func released() async throws {
        let released = Log<String>()
        try await expectDeallocated {
            let bloc = {
                let witness = Witness { released.append("work") }
                return log.observed(clock, PartState(part: 1)) { bloc in
                    bloc.when(\.part) { _, emit in
                        witness.look()
                        try await emit.sleep(for: .seconds(100))
                    }
                }
            }()
            try await clock.sleepers(count: 1)
            #expect(released.entries.isEmpty)
            await bloc.close()
            await released.wait(forCount: 1)
            return bloc
        }
    }

    @Test("G92 work that closes its bloc does not wait for itself", arguments: [false, true])
    func closingItself(awaits: Bool) async {
        let place = Shared<PartBloc?>(nil)
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part) { _, emit in
                if awaits { await place.value?.close() } else { emit.close() }
                emit.update { $0.notes.append("late") }
            }
        }
        place.value = bloc
        bloc.add(.part(1))
        await bloc.close(.drain)
        #expect(log.lines.entries == ["start 1", "end 1 cancelled", "close"])
        #expect(bloc.state.notes.isEmpty)
        place.value = nil
    }

    @Test("G93 what work adds to a key has the event that led to its state as its cause")
    func cause() async {
        let manager = BlocManager()
        let key = BlocKey<NumberBloc>("number")
        let contexts = Log<EventContext>()
        _ = manager.bloc(for: key) {
            NumberBloc(0) { bloc in
                bloc.onEvent { contexts.append($1) }
                bloc.emitEvents()
            }
        }
        let bloc = manager.bloc(for: BlocKey<PartBloc>("part")) {
            log.observed(clock) { bloc in bloc.when(\.part) { part, emit in emit.add(part, to: key) } }
        }
        for event in [PartEvent.note("a"), .part(7)] { bloc.add(event) }
        await contexts.wait(forCount: 1)
        let cause = EventReference(bloc: bloc.core.id, sequence: 2)
        #expect(contexts.entries == [EventContext(sequence: 1, cause: cause)])
        await manager.closeAll()
    }

    @Test("G93 a state that work publishes has the work as its trigger, and its event as the cause of other work")
    func chain() async throws {
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part, name: "first") { _, emit in emit.update { $0.flag = true } }
            bloc.when(\.flag, name: "second") { emit in emit.add(.note("added")) }
        }
        bloc.add(.part(7))
        await log.events.wait(forCount: 2)
        let events = log.events.entries
        let cause = EventReference(bloc: events[0].bloc, sequence: 1)
        #expect(log.works.entries.map(\.cause) == [cause, cause])
        #expect(events.map(\.context.cause) == [nil, cause])
        #expect(log.triggers.entries == Array(log.works.entries.prefix(1)))
        await bloc.close()
    }
}
