import Bloc
import TestWatch
import Testing

@Suite(.watched) struct AnswerTests {
    enum Event: Sendable {
        case set(Int)
        case setLater([Int], Signal)
        case keep
        case fail
    }

    /// A bloc that sets its number at once, or one after the other and waits for a signal.
    private func makeBloc(
        policy: EventPolicy<Event> = .concurrent,
        done: Log<String> = Log()
    ) -> ProbeBloc<Event, Int, Never> {
        ProbeBloc(0) { bloc in
            bloc.onDone { _, _, outcome in done.append("\(outcome)") }
            let later: @Sendable (Event) -> ([Int], Signal)? = {
                if case .setLater(let numbers, let signal) = $0 { (numbers, signal) } else { nil }
            }
            bloc.on(later, policy: policy) { later, emit in
                for number in later.0 { emit(number) }
                await later.1.wait()
            }
            bloc.on { event, emit in
                if case .set(let number) = event { emit(number) }
                if case .fail = event { throw Broken() }
            }
        }
    }

    @Test func `an answer is the last state of its own event, which observers got before`() async throws {
        let bloc = makeBloc()
        let signal = Signal()
        let seen = Log<Int>()
        let token = bloc.observe { seen.append($0) }
        async let later = bloc.answer(to: .setLater([1, 2], signal))
        await seen.wait(forCount: 2)
        #expect(try await bloc.answer(to: .set(7)) == 7)
        signal.fire()
        #expect(try await later == 2)
        #expect(seen.entries == [1, 2, 7])
        token.cancel()
    }

    @Test func `an event that publishes nothing answers with the state it left`() async throws {
        let bloc = makeBloc()
        bloc.add(.set(5))
        #expect(try await bloc.answer(to: .keep) == 5)
        #expect(try await bloc.answer(to: .set(5)) == 5)
    }

    @Test func `an event that fails, is dropped or meets a closed bloc has no answer`() async throws {
        let bloc = makeBloc(policy: .droppable)
        await #expect(throws: Broken.self) { try await bloc.answer(to: .fail) }
        let signal = Signal()
        async let running = bloc.answer(to: .setLater([1], signal))
        for await state in bloc.states where state == 1 { break }
        let error = await #expect(throws: BlocError.self) { try await bloc.answer(to: .setLater([2], signal)) }
        #expect(error?.code == .droppedEvent)
        signal.fire()
        #expect(try await running == 1)
        await bloc.close()
        await #expect(throws: CancellationError.self) { try await bloc.answer(to: .set(1)) }
        #expect(bloc.state == 1)
    }

    @Test("G05 cancelling the task that asks cancels the event and ends the wait", arguments: [false, true])
    func cancelling(before: Bool) async throws {
        let done = Log<String>()
        let bloc = makeBloc(done: done)
        let signal = Signal()
        let waiting = Task {
            if before { withUnsafeCurrentTask { $0?.cancel() } }
            return try await bloc.answer(to: .setLater([1], signal))
        }
        if !before {
            for await state in bloc.states where state == 1 { break }
            waiting.cancel()
        }
        // A handler that runs does not react to cancellation.
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(done.entries.isEmpty || before && done.entries == ["cancelled"])
        signal.fire()
        await done.wait(forCount: 1)
        #expect(done.entries == ["cancelled"])
        await bloc.close()
    }

    @Test("G05 an equal state is an answer, whatever others publish afterwards", arguments: [false, true])
    func equalState(updates: Bool) async throws {
        let (begun, mayEnd) = (Signal(), Signal())
        let bloc = TextBloc(["a"]) { bloc in
            bloc.on(where: { $0 == "same" }) { _, emit in
                if updates { emit.update { _ in } } else { emit(["a"]) }
                begun.fire()
                await mayEnd.wait()
            }
            bloc.on { event, emit in emit.update { $0.append(event) } }
        }
        async let answer = bloc.answer(to: "same")
        await begun.wait()
        bloc.add("b")
        mayEnd.fire()
        #expect(try await answer == ["a"])
        #expect(bloc.state == ["a", "b"])
        await bloc.close()
    }

    @Test func `answers from many tasks are each of their own event`() async throws {
        let bloc = makeBloc()
        await race(200) { number in
            let answer = try? await bloc.answer(to: .set(number))
            #expect(answer == number)
        }
    }
}
