import Bloc
import Synchronization
import Workloads

// Adds events to a bloc with one observer; the first argument is their number. With the second argument "two" the bloc has two
// handlers, so that its events are handled under the lock.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
let sum = Atomic<Int>(0)
let observer: @Sendable (CounterState) -> Void = { sum.wrappingAdd($0.count, ordering: .relaxed) }
if CommandLine.arguments.dropFirst(2).first == "two" {
    let bloc = TwoHandlerBloc()
    let token = bloc.observe(observer)
    for _ in 0..<count { add(.incremented, to: bloc) }
    withExtendedLifetime(token) {}
} else {
    let bloc = CounterBloc()
    let token = bloc.observe(observer)
    for _ in 0..<count { add(.incremented, to: bloc) }
    withExtendedLifetime(token) {}
}
print(sum.load(ordering: .relaxed))
