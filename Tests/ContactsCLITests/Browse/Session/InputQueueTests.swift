import Bloc
import TerminalUI
import Testing

@testable import ContactsCLI

@MainActor @Suite struct InputQueueTests {
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
            return event == .key("a") ? [gate.add(1)] : []
        }
        queue.receive((["a", "b", "c"] as [Character]).map { ReceivedEvent(.key(.character($0))) })
        #expect(handled.map(\.key) == [.key("a")])
        #expect(queue.isBehind)
        pass.yield()
        while handled.count < 3 { await Task.yield() }
        #expect(handled.map(\.key) == ["a", "b", "c"].map { .key(.character($0)) })
        #expect(handled.map(\.state) == [0, 1, 1])
        #expect(!queue.isBehind)
        queue.receive([ReceivedEvent(.key("d"))])
        #expect(handled.count == 4)
        await gate.close()
    }

    @Test func `characters for a field are one text, and each is a key where it has a meaning`() {
        var isField = false
        var handled: [InputEvent] = []
        let takesText: @MainActor @Sendable () -> Bool = { isField }
        let queue = InputQueue(takesText: takesText) { event, _ in
            handled.append(event)
            // As a page does: the slash begins a search, Enter ends it.
            if event == .key("/") { isField = true }
            if event == .key(.enter) { isField = false }
            return []
        }
        let keys = "jk/ada b".map(Key.character) + [.left, "x", .enter, "q", "y"]
        queue.receive(keys.map { ReceivedEvent(.key($0)) })
        #expect(
            handled == [
                .key("j"), .key("k"), .key("/"), .paste("ada b"), .key(.left),
                .key("x"), .key(.enter), .key("q"), .key("y"),
            ]
        )
    }

    @Test func `what waits is forgotten at the end`() async {
        let (passes, pass) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate(passes)
        var count = 0
        let queue = InputQueue { _, _ in
            count += 1
            return [gate.add(count)]
        }
        queue.receive([ReceivedEvent(.key(.enter)), ReceivedEvent(.key(.enter))])
        queue.close()
        pass.yield()
        await gate.close(.drain)
        for _ in 0..<20 { await Task.yield() }
        #expect(count == 1)
    }
}
