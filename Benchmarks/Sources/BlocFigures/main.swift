import Bloc
import Synchronization
import Workloads

let events = 2_000_000
let figures = Figures(rounds: 5)
let sum = Atomic<Int>(0)
let observer: @Sendable (CounterState) -> Void = { sum.wrappingAdd($0.count, ordering: .relaxed) }

// First, so that memory of other measurements is not counted.
let manager = BlocManager()
let blocCount = 100_000
let before = ProcessMemory.resident
let keys = (0..<blocCount).map { BlocKey<CounterBloc>("bloc", id: $0) }
let keysMemory = ProcessMemory.resident - before
for key in keys { _ = manager.bloc(for: key) { CounterBloc() } }
let idle = (ProcessMemory.resident - before - keysMemory) / blocCount

print("One event, one observer, synchronous handler, a state of three fields")
let floorCounter = Floor(observer: observer)
let one = CounterBloc()
let oneToken = one.observe(observer)
let subject = SubjectCounter(observer: observer)
let times = await figures.nanoseconds(
    events,
    [
        { for _ in 0..<events { floorCounter.add(.incremented) } },
        { for _ in 0..<events { add(.incremented, to: one) } },
        { for _ in 0..<events { subject.add(.incremented) } },
    ]
)
let floorTime = times[0]
figures.row("floor", floorTime)
figures.row("Bloc", times[1], against: floorTime)
figures.row("OpenCombine CurrentValueSubject", times[2], against: floorTime)
for shape in ShapedBloc.Shape.allCases {
    let bloc = ShapedBloc(shape)
    let token = bloc.observe(observer)
    let time = await figures.nanoseconds(
        events,
        [
            { for _ in 0..<events { floorCounter.add(.incremented) } },
            { for _ in 0..<events { add(.incremented, to: bloc) } },
        ]
    )
    figures.row("Bloc, \(shape.rawValue)", time[1], against: time[0])
    withExtendedLifetime(token) {}
}
let family = FamilyBloc()
let familyToken = family.observe(observer)
let familyTime = await figures.nanoseconds(
    events,
    [
        { for _ in 0..<events { floorCounter.add(.incremented) } },
        { for _ in 0..<events { add(FamilyBloc.Incremented(), to: family) } },
    ]
)
figures.row("Bloc, family of types", familyTime[1], against: familyTime[0])
withExtendedLifetime(familyToken) {}
let slow = 200_000
let counter = ActorCounter(observer: observer)
let slowTimes = await figures.nanoseconds(
    slow,
    [
        { for _ in 0..<slow { await counter.add(.incremented) } },
        {
            let stream = StreamCounter(observer: observer)
            for _ in 0..<slow { stream.add(.incremented) }
            await stream.finish()
        },
    ]
)
figures.row("a plain actor, awaited", slowTimes[0], against: floorTime)
figures.row("an AsyncStream mailbox", slowTimes[1], against: floorTime)

print("\nMore observers, for each delivery")
for observers in [10, 100] {
    let bloc = CounterBloc()
    let tokens = (0..<observers).map { _ in bloc.observe(observer) }
    let count = events / observers
    let time = await figures.nanoseconds(count, [{ for _ in 0..<count { add(.incremented, to: bloc) } }])[0]
    figures.row("\(observers) observers", time / Double(observers))
    withExtendedLifetime(tokens) {}
}

let policies: [(name: String, policy: EventPolicy<CounterEvent>)] = [
    ("concurrent", .concurrent), ("sequential", .sequential), ("droppable", .droppable), ("restartable", .restartable),
]
for isEach in [false, true] {
    print("\nAsync handlers, \(isEach ? "each awaited before the next" : "many at once"), for each event")
    let count = 20_000
    let floor: () async -> Void = {
        let tasks = TaskCounter()
        if isEach { await tasks.addEach(count: count) } else { await tasks.add(count: count) }
    }
    let works = policies.map { _, policy -> () async -> Void in
        {
            let bloc = AsyncCounterBloc(policy)
            if isEach { await bloc.addEach(count: count) } else { await bloc.add(count: count) }
            await bloc.close()
        }
    }
    let times = await figures.nanoseconds(count, [floor] + works)
    figures.row("detached tasks, awaited", times[0])
    for (index, policy) in policies.enumerated() { figures.row(policy.name, times[index + 1], against: times[0]) }
}

print("\nContention: the time until all events are handled, for each")
for threads in [1, 2, 8] {
    let count = 100_000
    let bloc = CounterBloc()
    let token = bloc.observe(observer)
    let time = await figures.nanoseconds(count * threads, [{ await contend([bloc], threads: threads, each: count) }])[0]
    figures.row("\(threads) threads on one bloc", time)
    withExtendedLifetime(token) {}
}
let count = 3_000_000
// Observers that write nothing: a shared sum would measure contention for its cache line.
let pair = [CounterBloc(), CounterBloc()]
let pairTokens = pair.map { $0.observe { state in precondition(state.count >= 0) } }
let scaling = await figures.nanoseconds(
    count,
    [
        { await contend([pair[0]], threads: 1, each: count) },
        { await contend(pair, threads: 2, each: count) },
    ]
)
figures.row("one thread on one bloc", scaling[0])
figures.row("two threads on two blocs, each", scaling[1])
print("two threads on two blocs against one: \(figures.text(2 * scaling[0] / scaling[1])) times the events")
withExtendedLifetime(pairTokens) {}

print("\nCreating, finding and closing")
let creations = 50_000
let creating = await figures.nanoseconds(
    creations,
    [
        { for _ in 0..<creations { await TaskOwner().close() } },
        {
            for _ in 0..<creations {
                let bloc = CounterBloc()
                await bloc.close()
            }
        },
    ]
)
figures.row("a class with a mutex, and a task that ends", creating[0])
figures.row("create and close", creating[1], against: creating[0])
final class Table: Sendable {
    let blocs = Mutex<[String: CounterBloc]>([:])
}
let table = Table()
for key in keys { table.blocs.withLock { $0[key.description] = manager.find(key) } }
let lookups = 500_000
let finding = await figures.nanoseconds(
    lookups,
    [
        { for index in 0..<lookups { _ = table.blocs.withLock { $0[keys[index % blocCount].description] } } },
        { for index in 0..<lookups { _ = manager.find(keys[index % blocCount]) } },
    ]
)
figures.row("a dictionary under a mutex, \(blocCount) entries", finding[0])
figures.row("find by key, \(blocCount) blocs", finding[1])
print("find against the dictionary: \(figures.text(finding[1] / finding[0])) times")
print("an idle bloc in a manager: \(idle) bytes; \(blocCount) of them: \(idle * blocCount / 1_000_000) MB")
table.blocs.withLock { $0 = [:] }
await manager.closeAll()

print("\nTen million events")
let long = CounterBloc()
let longToken = long.observe(observer)
for _ in 0..<10_000 { add(.incremented, to: long) }
let early = ProcessMemory.resident
for _ in 0..<10_000_000 { add(.incremented, to: long) }
print("the process grew by \((ProcessMemory.resident - early) / 1_024) KiB after ten thousand events")
withExtendedLifetime((oneToken, longToken)) {}
