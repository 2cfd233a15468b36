import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct ReceiptTests {
    @Test(
        "G05 cancelling an event between the mailbox and its handler keeps the handler from running",
        arguments: ["sync", "async", "queued", "debounced"]
    )
    func cancellingOnTheWay(kind: String) async {
        let receipts = Log<Receipt>()
        let handled = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.on(where: { $0 == "first" }) { event, emit in
                receipts.append(emit.add(kind))
                emit.update { $0.append(event) }
            }
            bloc.on(where: { $0 == "sync" }) { event, _ in handled.append(event) }
            bloc.on(where: { $0 == "async" }) { event, _ async in handled.append(event) }
            bloc.on(policy: .sequential, where: { $0 == "queued" }) { event, _ async in handled.append(event) }
            bloc.on(policy: .debounce(for: .seconds(1)), where: { $0 == "debounced" }) { event, _ in
                handled.append(event)
            }
        }
        // Runs when the event waits behind the one that added it.
        let token = bloc.observe { _ in receipts.entries.first?.cancel() }
        defer { token.cancel() }
        bloc.add("first")
        await bloc.close(.drain)
        let outcome = await receipts.entries.first?.word
        #expect(outcome == "cancelled")
        #expect(handled.entries.isEmpty)
    }

    @Test("G05 cancelling does not affect a running synchronous handler or an event that has ended")
    func cancellingTooLate() async {
        let receipts = Log<Receipt>()
        let bloc = TextBloc([]) { bloc in
            bloc.on { event, emit in
                if event == "a" { receipts.append(emit.add("b")) }
                if event == "b" { receipts.entries.first?.cancel() }
                emit.update { $0.append(event) }
            }
        }
        let receipt = bloc.add("a")
        receipt.cancel()
        #expect(await receipt.word == "handled")
        #expect(await receipts.entries.first?.word == "handled")
        #expect(bloc.state == ["a", "b"])
    }

    @Test("G05 the receipt resolves after onDone and the event's deliveries, also those that another thread makes")
    func resolvingLast() async {
        let log = Log<String>()
        let executor = StepExecutor()
        /// Lets the task that awaits the receipt run, if it can, before the next line.
        @Sendable func write(_ line: String) {
            executor.run()
            log.append(line)
        }
        let (isDelivering, mayEnd) = (Signal(), Signal())
        let bloc = TextBloc([]) { bloc in
            bloc.onDone { event, _, _ in write("done \(event)") }
            bloc.on { event, emit in emit.update { $0.append(event) } }
        }
        let token = bloc.observe { state in
            write("state \(state.count)")
            guard state.count == 1 else { return }
            isDelivering.fire()
            mayEnd.block()
        }
        async let first = onThread { bloc.add("a") }
        await isDelivering.wait()
        let receipt = bloc.add("b")
        Task(executorPreference: executor) {
            _ = await receipt.outcome
            log.append("receipt b")
        }
        executor.run()
        mayEnd.fire()
        _ = await first
        _ = await receipt.outcome
        await executor.run { log.entries.count >= 5 }
        #expect(log.entries == ["state 1", "done a", "state 2", "done b", "receipt b"])
        token.cancel()
    }

    // MARK: Errors

    private struct Broken: Error, Equatable {
        let event: String
    }

    @Test(
        "G05 G19 the error of a handler fails its receipt, is reported with its event, and the bloc continues",
        arguments: ["sync", "async", "unobserved"]
    )
    func throwing(kind: String) async {
        let errors = Log<String>()
        let bloc = TextBloc([]) { bloc in
            if kind != "unobserved" {
                bloc.onError { error, event, context in errors.append("\(error) \(event ?? "-") \(context.word)") }
            }
            let throwing: @Sendable (String, Emitter<TextBloc>) throws -> Void = { event, emit in
                emit.update { $0.append(event) }
                if event == "broken" { throw Broken(event: event) }
            }
            if kind == "async" {
                bloc.on(policy: .sequential) { event, emit async throws in try throwing(event, emit) }
            } else {
                bloc.on(throwing)
            }
        }
        let receipt = bloc.add("broken")
        let outcome = await receipt.outcome
        #expect(outcome.description == "failed(Broken)")
        #expect(await receipt.word == "failed(Broken)", "every caller gets the outcome")
        if case .failed(let error) = outcome { #expect(error as? Broken == Broken(event: "broken")) }
        #expect(await bloc.add("whole").word == "handled")
        #expect(bloc.state == ["broken", "whole"])
        #expect(errors.entries == (kind == "unobserved" ? [] : ["Broken(event: \"broken\") broken #1"]))
    }

    @Test("G19 the CancellationError of a cancelled handler is no error, that of another handler is one")
    func cancellationErrors() async throws {
        let errors = Log<String>()
        let clock = ManualClock()
        let bloc = TextBloc([]) { bloc in
            bloc.onError { error, event, _ in errors.append("\(type(of: error)) \(event ?? "-")") }
            bloc.on { event, _ in
                if event == "throws" { throw CancellationError() }
                try await clock.sleep(for: .seconds(1))
            }
        }
        let receipt = bloc.add("sleeps")
        try await clock.sleepers(count: 1)
        for _ in 1...2 {
            receipt.cancel()
            #expect(await receipt.word == "cancelled")
        }
        #expect(await bloc.add("throws").word == "failed(CancellationError)")
        #expect(errors.entries == ["CancellationError throws"])
    }
}
