// A custom policy: a value that decides from values.

import Bloc

// snippet.show
/// Runs at most two at once and keeps only the newest waiting event; an older waiting one is cancelled.
struct TwoAndTheNewest: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        guard situation.running.count >= 2 else { return .start }
        return .start(after: situation.running.prefix(1)).cancelling(situation.waiting)
    }
}
// snippet.hide

// A rule is tested without a bloc.
let rule = TwoAndTheNewest()
precondition(rule.decision(in: LaneSituation(arriving: 2, running: [1])) == .start)
precondition(
    rule.decision(in: LaneSituation(arriving: 4, running: [1, 2], waiting: [3]))
        == .start(after: [1]).cancelling([3])
)

final class DownloadBloc: Bloc {
    typealias Event = Int
    typealias State = [Int]
    let runtime: BlocRuntime<DownloadBloc>

    init(gate: AsyncStream<Void>) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on(policy: .custom(TwoAndTheNewest())) { event, emit in
                if event < 3 { for await _ in gate {} }
                try Task.checkCancellation()
                emit.update { $0.append(event) }
            }
        }
    }
}

let (gate, opener) = AsyncStream.makeStream(of: Void.self)
let downloads = DownloadBloc(gate: gate)
let receipts = (1...4).map { downloads.add($0) }
print("3:", await receipts[2].outcome)
opener.finish()
print("4:", await receipts[3].outcome)
await downloads.close(.drain)
