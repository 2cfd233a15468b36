import Bloc
import Synchronization
import Workloads

// Adds events to a bloc with one observer; the argument is their number.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
let sum = Atomic<Int>(0)
let bloc = CounterBloc()
let token = bloc.observe { sum.wrappingAdd($0.count, ordering: .relaxed) }
for _ in 0..<count { add(.incremented, to: bloc) }
print(sum.load(ordering: .relaxed))
withExtendedLifetime(token) {}
