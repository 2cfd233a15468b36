import Bloc
import TerminalUI
import Testing

@testable import ContactsCLI

@MainActor
@Suite struct InputQueueTests {
    /// Takes an event in when it is let through.
    private final class Gate: Bloc {
        let runtime: BlocRuntime<Gate>

        init(_ passes: AsyncStream<Void>) {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on(policy: .sequential) { event, emit in
                    for await _ in passes { break }
                    emit(event)
                }
            }
        }

        typealias Event = Int
        typealias State = Int
    }

    @Test func `an event waits until blocs have taken in what the one before sent them`() async {
        let (passes, pass) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate(passes)
        var handled: [(key: InputEvent, state: Int)] = []
        let queue = InputQueue { event, _ in
            handled.append((event, gate.state))
            return event == .key(.character("a")) ? [gate.add(1)] : []
        }
        for key in ["a", "b", "c"] as [Character] { queue.receive(.key(.character(key)), at: nil) }
        #expect(handled.map(\.key) == [.key(.character("a"))])
        pass.yield()
        while handled.count < 3 { await Task.yield() }
        #expect(handled.map(\.key) == ["a", "b", "c"].map { .key(.character($0)) })
        #expect(handled.map(\.state) == [0, 1, 1])
        queue.receive(.key(.character("d")), at: nil)
        #expect(handled.count == 4)
        await gate.close()
    }

    @Test func `what waits is forgotten at the end`() async {
        let (passes, pass) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate(passes)
        var count = 0
        let queue = InputQueue { _, _ in
            count += 1
            return [gate.add(count)]
        }
        queue.receive(.key(.enter), at: nil)
        queue.receive(.key(.enter), at: nil)
        queue.close()
        pass.yield()
        await gate.close(.drain)
        for _ in 0..<20 { await Task.yield() }
        #expect(count == 1)
    }
}
