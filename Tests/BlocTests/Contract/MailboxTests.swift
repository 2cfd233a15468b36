import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct MailboxTests {
    @Test("G06 an event after close is dropped, and observers are notified", arguments: [false, true])
    func addingAfterClose(isObserved: Bool) async {
        let log = Log<String>()
        let bloc = BlocContext.with {
            if isObserved { $0.observers.append(HookLog(log: log)) }
        } _: {
            TextBloc([]) { bloc in bloc.on { event, emit in emit.update { $0.append(event) } } }
        }
        bloc.add("a")
        await bloc.close()
        let before = log.entries.count
        #expect(await bloc.add("b").word == "dropped(closed)")
        #expect(bloc.state == ["a"])
        #expect(log.entries.dropFirst(before) == (isObserved ? ["dropped b #2 closed"] : []))
    }

    @Test("G07 an event without a handler is dropped, and the error names its type")
    func unhandled() async throws {
        let errors = Log<any Error>()
        let dropped = Log<DropReason>()
        let bloc = ProbeBloc<any Sendable, Int, Never>(0) { bloc in
            bloc.onError { error, _, _ in errors.append(error) }
            bloc.onDropped { dropped.append($2) }
            bloc.on(.type(Int.self)) { event, emit in emit(event) }
        }
        #expect(await bloc.add("text").word == "dropped(unhandled)")
        let error = try #require(errors.entries.first as? BlocError)
        #expect(error.code == .unhandledEvent)
        #expect(error.description.contains("events of type String"))
        #expect(dropped.entries == [.unhandled])
        bloc.add(1)
        #expect(bloc.state == 1)
    }

    private enum Command: Sendable {
        case renamed(String)
        case cleared, closed
    }

    @Test("G07 the error of an unhandled case names the case, and not its payload")
    func unhandledCase() async throws {
        let errors = Log<any Error>()
        let bloc = ProbeBloc<Command, Int, Never>(0) { bloc in
            bloc.onError { error, _, _ in errors.append(error) }
            bloc.on({ if case .closed = $0 { () } else { nil } }) { _, emit in emit(1) }
        }
        for event in [Command.renamed("Ada"), .cleared] { #expect(await bloc.add(event).word == "dropped(unhandled)") }
        let messages = try errors.entries.map { try #require($0 as? BlocError).description }
        #expect(messages.count == 2)
        #expect(messages[0].contains("the event .renamed of type Command") && !messages[0].contains("Ada"))
        #expect(messages[1].contains("the event .cleared of type Command"))
    }

    @Test("G07 G79 an event that gives no payload is dropped after one that was handled at once, with nobody listening")
    func unhandledAfterHandled() async {
        let bloc = ProbeBloc<Command, Int, Never>(0) { bloc in
            bloc.on({ if case .closed = $0 { () } else { nil } }) { _, emit in emit(1) }
        }
        #expect(await bloc.add(.closed).word == "handled")
        #expect(await bloc.add(.cleared).word == "dropped(unhandled)")
    }

    @Test(
        "G08 a full mailbox drops the oldest waiting event or the arriving one, over all lanes",
        arguments: [(MailboxLimit.Overflow.dropOldest, ["a2", "b2"]), (.reject, ["b4", "a3"])]
    )
    func overflow(overflow: MailboxLimit.Overflow, dropped: [String]) async {
        let mayEnd = Signal()
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.mailboxLimit = MailboxLimit(capacity: 3, overflow: overflow)
            bloc.onDropped { log.append("\($0) \($2)") }
            bloc.on(policy: .sequential, where: { $0.hasPrefix("a") }) { _, _ in await mayEnd.wait() }
            bloc.on(policy: .sequential, where: { $0.hasPrefix("b") }) { _, _ in await mayEnd.wait() }
        }
        // The first of each lane runs; the next two leave room for one.
        let events = ["a1", "b1", "a2", "b2", "b3", "b4", "a3"]
        let receipts = events.map { bloc.add($0) }
        #expect(log.entries == dropped.map { "\($0) overflow" })
        mayEnd.fire()
        #expect(await receipts.words == events.map { dropped.contains($0) ? "dropped(overflow)" : "handled" })
    }

    @Test("G08 a mailbox without room stops the program with a message")
    func noRoom() async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = MailboxLimit(capacity: 0, overflow: .reject)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("A mailbox needs room for at least one event, but its capacity is 0."))
    }
}
