import Bloc
import BlocTesting
import TestWatch
import Testing

/// The way of the article on child blocs: a manager of the parent, and a handler for each child.
@Suite(.watched) struct ChildBlocsTests {
    private let rows = BlocManager()
    private let key = BlocKey<NumberBloc>("row", id: "a")

    /// A list that has a row for each event, and notes its states.
    private func list(_ build: @escaping @Sendable (inout BlocBuilder<NumberBloc>) -> Void) -> TextBloc {
        TextBloc([]) { [rows] bloc in
            bloc.on { id, emit in
                let row = rows.bloc(for: BlocKey("row", id: id)) { NumberBloc(0, build) }
                for await count in row.states { emit.update { $0.append("\(id) \(count)") } }
                await row.close()
                emit.update { $0.append("\(id) closed") }
            }
        }
    }

    @Test("a parent follows its children, each in the order of its states, until they close")
    func follows() async {
        let list = list { bloc in
            bloc.on { event, emit in
                emit(event)
                if event == 2 { emit.close() }
            }
        }
        let added = list.add("a")
        _ = await list.states.first { $0 == ["a 0"] }
        for event in 1...2 { rows.add(event, to: key) }
        #expect(rows.find(key) == nil, "the key is free")
        #expect(await added.outcome.isHandled)
        #expect(list.state == ["a 0", "a 1", "a 2", "a closed"])
    }

    @Test("a parent that closes closes its children, and ends after them")
    func closesTogether() async {
        let (began, ended) = (Signal(), Log<String>())
        let list = list { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.on { _, emit in
                began.fire()
                // On a clock that stays where it is: only a cancellation ends it.
                do { try await emit.sleep(for: .seconds(1)) } catch { ended.append("row") }
            }
        }
        list.add("a")
        _ = await list.states.first { $0 == ["a 0"] }
        let row = rows.find(key)
        row?.add(1)
        await began.wait()
        await list.close()
        #expect(row?.isClosed == true && rows.find(key) == nil)
        #expect(ended.entries == ["row"], "no handler of a child runs when the parent has closed")
        #expect(list.state == ["a 0"])
    }
}
