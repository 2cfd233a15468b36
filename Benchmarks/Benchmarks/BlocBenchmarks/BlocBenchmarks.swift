import Benchmark
import Bloc
import Workloads

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal, .throughput],
        scalingFactor: .kilo,
        maxDuration: .seconds(2)
    )
    let observer: @Sendable (CounterState) -> Void = { blackHole($0.count) }

    Benchmark("dispatch, the floor") { benchmark in
        let floor = Floor(observer: observer)
        for _ in benchmark.scaledIterations { floor.add(.incremented) }
    }
    for observers in [1, 10, 100] {
        Benchmark("dispatch, Bloc, \(observers) observers") { benchmark in
            let bloc = CounterBloc()
            let tokens = (0..<observers).map { _ in bloc.observe(observer) }
            for _ in benchmark.scaledIterations { add(.incremented, to: bloc) }
            withExtendedLifetime(tokens) {}
        }
    }
    Benchmark("dispatch, OpenCombine CurrentValueSubject") { benchmark in
        let subject = SubjectCounter(observer: observer)
        for _ in benchmark.scaledIterations { subject.add(.incremented) }
    }
    Benchmark("dispatch, an actor") { benchmark in
        let counter = ActorCounter(observer: observer)
        for _ in benchmark.scaledIterations { await counter.add(.incremented) }
    }
    Benchmark("dispatch, an AsyncStream mailbox") { benchmark in
        let stream = StreamCounter(observer: observer)
        for _ in benchmark.scaledIterations { stream.add(.incremented) }
        await stream.finish()
    }
    for (name, policy) in [
        ("concurrent", EventPolicy<CounterEvent>.concurrent), ("sequential", .sequential), ("droppable", .droppable),
        ("restartable", .restartable),
    ] {
        Benchmark("async handlers, \(name)") { benchmark in
            let bloc = AsyncCounterBloc(policy)
            await bloc.add(count: benchmark.scaledIterations.count)
            await bloc.close()
        }
    }
    for threads in [1, 2, 8] {
        Benchmark("contention, \(threads) threads on one bloc") { benchmark in
            let bloc = CounterBloc()
            await contend([bloc], threads: threads, each: benchmark.scaledIterations.count)
        }
    }
    for threads in [1, 2] {
        Benchmark("contention, \(threads) threads on blocs of their own") { benchmark in
            let blocs = (0..<threads).map { _ in CounterBloc() }
            await contend(blocs, threads: threads, each: benchmark.scaledIterations.count)
        }
    }
    Benchmark("create and close") { benchmark in
        for _ in benchmark.scaledIterations {
            let bloc = CounterBloc()
            await bloc.close()
        }
    }
}
