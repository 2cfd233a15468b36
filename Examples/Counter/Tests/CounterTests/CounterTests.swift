import Bloc
import BlocTesting
import Synchronization
import Testing

@testable import Counter

@Suite struct CounterTests {
    @Test("a counter begins at zero") func begins() {
        #expect(CounterCubit().state == 0)
    }

    @Test("it counts up and down") func counts() async throws {
        try await testBloc(
            build: { CounterCubit() },
            act: { run in
                run.bloc.increment()
                run.bloc.increment()
                run.bloc.decrement()
            },
            states: [1, 2, 1]
        )
    }

    @Test("calls from many tasks lose no count") func countsFromManyTasks() async {
        let counter = CounterCubit()
        await withTaskGroup { group in
            for _ in 1...100 {
                group.addTask { counter.increment() }
            }
        }
        #expect(counter.state == 100)
        await counter.close()
    }

    @Test("the observer prints each change") func prints() async {
        let printed = Lines()
        let counter = withBlocObserver(ChangePrinter { printed.add($0) }) { CounterCubit() }
        counter.increment()
        await counter.close()
        #expect(printed.all.count == 1)
        #expect(printed.all.first?.hasSuffix("0 -> 1") == true)
    }
}

/// The printed lines.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
