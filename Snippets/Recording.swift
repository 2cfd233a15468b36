// Transitions in a log, and the same events again on a new bloc.

import Bloc
import Synchronization

final class CounterBloc: Bloc {
    enum Event: Codable, Sendable { case incremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in emit(emit.state + 1) }
        }
    }
}

// snippet.show
final class RecordingSink: EventLogSink {
    let records = Mutex<[EventLogRecord]>([])

    func append(_ record: EventLogRecord) { records.withLock { $0.append(record) } }
}

let sink = RecordingSink()
let counter = withBlocObserver(EventLog(sink: sink)) { CounterBloc() }
counter.add(.incremented)
counter.add(.incremented)
await counter.close()

let recorded = sink.records.withLock { $0 }.compactMap { record in
    (record.state as? Int).map { state in
        RecordedTransition(
            sequence: record.sequence,
            cause: record.cause,
            event: record.event as? CounterBloc.Event,
            state: state
        )
    }
}
let result = await replay(recorded) { CounterBloc() }
print(result.firstDifference == nil)  // true
// snippet.hide
precondition(result.firstDifference == nil && result.replayed.count == 2)
