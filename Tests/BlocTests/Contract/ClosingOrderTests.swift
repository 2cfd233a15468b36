import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct ClosingOrderTests {
    @Test(
        "G41 when close returns, nothing runs, every receipt has resolved and every sequence has ended",
        arguments: [CloseMode.cancel, .drain]
    )
    func over(mode: CloseMode) async {
        let log = Log<String>()
        let overlap = OverlapCounter()
        let bloc = TextBloc([]) { bloc in
            bloc.onClose { _ in log.append("close") }
            bloc.on(policy: .sequential, where: { $0.hasPrefix("s") }) { event, emit in
                overlap.enter()
                defer { overlap.leave() }
                for _ in 0..<5 {
                    await Task.yield()
                    emit.update { $0.append(event) }
                }
            }
            bloc.on { event, emit async in
                await Task.yield()
                emit.effect(event)
            }
        }
        let states = bloc.states
        let changes = bloc.changes
        let effects = bloc.effects
        let receipts = (0..<20).map { bloc.add($0 % 2 == 0 ? "s\($0)" : "c\($0)") }
        for (index, receipt) in receipts.enumerated() {
            Task {
                _ = await receipt.outcome
                log.append("receipt \(index)")
            }
        }
        await bloc.close(mode)
        #expect(log.entries.filter { $0 == "close" }.count == 1)
        let final = bloc.state
        #expect(await states.collected().last == final)
        #expect(await changes.collected().last ?? [] == final)
        _ = await effects.collected()
        for receipt in receipts {
            let word = await receipt.word
            #expect(["handled", "cancelled", "dropped(closed)"].contains(word))
            if mode == .drain { #expect(word == "handled") }
        }
        #expect(bloc.state == final)
    }

    @Test(
        "G41 every event that races with the close is handled or dropped, and reported",
        arguments: [
            ("plain", CloseMode.cancel), ("plain", .drain), ("observed", .cancel), ("observed", .drain),
            ("async", .cancel),
            ("async", .drain), ("sequential", .cancel), ("sequential", .drain),
        ]
    )
    func racing(kind: String, mode: CloseMode) async {
        for _ in 0..<50 {
            let log = Log<String>()
            let bloc = BlocContext.with {
                if kind == "observed" { $0.observers.append(HookLog(log: log)) }
            } _: {
                NumberBloc(0) { bloc in
                    switch kind {
                    case "async": bloc.on { _, emit async in emit.update { $0 += 1 } }
                    case "sequential": bloc.on(policy: .sequential) { _, emit async in emit.update { $0 += 1 } }
                    default: bloc.on { _, emit in emit.update { $0 += 1 } }
                    }
                }
            }
            let changes = bloc.changes
            let outcomes = Log<String>()
            await withTaskGroup { group in
                for sender in 0..<3 {
                    group.addTask {
                        for number in 0..<20 {
                            let word = await bloc.add(sender * 20 + number).word
                            outcomes.append(word)
                        }
                    }
                }
                group.addTask { await bloc.close(mode) }
            }
            let words = outcomes.entries
            let handled = words.filter { $0 == "handled" }.count
            let unhandled = words.filter { $0 == "dropped(closed)" || $0 == "cancelled" }.count
            #expect(words.count == 60)
            #expect(handled + unhandled == 60)
            if kind == "observed" {
                let dropped = log.entries.filter { $0.hasPrefix("dropped") }.count
                #expect(dropped == words.filter { $0 == "dropped(closed)" }.count)
            }
            // A handler that was cancelled may have published before.
            #expect(bloc.state >= handled)
            if mode == .drain { #expect(bloc.state == handled) }
            #expect(await changes.collected() == Array(0..<bloc.state).map { $0 + 1 })
        }
    }
}
