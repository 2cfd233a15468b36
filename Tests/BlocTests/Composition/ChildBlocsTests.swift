import Bloc
import BlocTesting
import TestWatch
import Testing

/// The way of the article on child blocs: a manager of the parent, and a handler for each child.
@Suite(.watched) struct ChildBlocsTests {
    final class RowBloc: Bloc {
        enum Event { case counted, left, worked }
        typealias State = Int
        let runtime: BlocRuntime<RowBloc>

        init(ended: Log<String> = Log(), began: Signal = Signal()) {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.clock = BlocClock(ManualClock())
                bloc.on(where: { $0 == .worked }) { _, emit in
                    began.fire()
                    // On a clock that stays where it is: only a cancellation ends it.
                    do { try await emit.sleep(for: .seconds(1)) } catch { ended.append("row") }
                }
                bloc.on { event, emit in
                    emit(emit.state + 1)
                    if event == .left { emit.close() }
                }
            }
        }
    }

    final class ListBloc: Bloc {
        enum Event: Equatable { case added(String) }
        typealias State = [String]
        let rows = BlocManager()
        let runtime: BlocRuntime<ListBloc>

        init(_ create: @escaping @Sendable () -> RowBloc = { RowBloc() }) {
            runtime = BlocRuntime(initialState: []) { [rows] bloc in
                bloc.on { event, emit in
                    guard case .added(let id) = event else { return }
                    let row = rows.bloc(for: BlocKey("row", id: id), create)
                    for await count in row.states { emit.update { $0.append("\(id) \(count)") } }
                    await row.close()
                    emit.update { $0.append("\(id) closed") }
                }
            }
        }

        func row(_ id: String) -> RowBloc? { rows.find(BlocKey("row", id: id)) }
    }

    @Test("a parent follows its children, each in the order of its states, until they close")
    func follows() async {
        let list = ListBloc()
        let added = list.add(.added("a"))
        _ = await list.states.first { $0 == ["a 0"] }
        list.row("a")?.add(.counted)
        list.row("a")?.add(.left)
        #expect(list.row("a") == nil, "the key is free")
        #expect(await added.outcome.isHandled)
        #expect(list.state == ["a 0", "a 1", "a 2", "a closed"])
    }

    @Test("a parent that closes closes its children, and ends after them")
    func closesTogether() async {
        let ended = Log<String>()
        let began = Signal()
        let list = ListBloc { RowBloc(ended: ended, began: began) }
        list.add(.added("a"))
        _ = await list.states.first { $0 == ["a 0"] }
        let row = list.row("a")
        row?.add(.worked)
        await began.wait()
        await list.close()
        #expect(row?.isClosed == true && list.row("a") == nil)
        #expect(ended.entries == ["row"], "no handler of a child runs when the parent has closed")
        #expect(list.state == ["a 0"])
    }
}
