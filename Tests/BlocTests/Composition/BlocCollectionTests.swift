import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BlocCollectionTests {
    /// A child that counts, and closes itself on demand.
    final class RowBloc: Bloc {
        enum Event { case counted, left, worked }
        typealias State = Int
        let runtime: BlocRuntime<RowBloc>

        init(_ start: Int = 0, ended: Log<Int> = Log(), began: Signal = Signal()) {
            runtime = BlocRuntime(initialState: start) { bloc in
                bloc.clock = BlocClock(ManualClock())
                bloc.on(where: { $0 == .worked }) { _, emit in
                    began.fire()
                    do {
                        // On a clock that stays where it is: only a cancellation ends it.
                        try await emit.sleep(for: .seconds(1))
                    } catch {
                        ended.append(start)
                    }
                }
                bloc.on { event, emit in
                    emit(emit.state + 1)
                    if event == .left { emit.close() }
                }
            }
        }
    }

    final class ListBloc: Bloc {
        enum Event: Equatable {
            case added(String)
            case removed(String)
            case changed(String, Int)
            case closed(String)
        }
        typealias State = [String]
        let rows: BlocCollection<String, RowBloc>
        let runtime: BlocRuntime<ListBloc>

        init(_ rows: BlocCollection<String, RowBloc> = BlocCollection()) {
            self.rows = rows
            runtime = BlocRuntime(initialState: []) { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .added(let id): rows.bloc(for: id) { RowBloc() }
                    case .removed(let id): rows.remove(id)
                    case .changed(let id, let count): emit.update { $0.append("\(id) \(count)") }
                    case .closed(let id): emit.update { $0.append("\(id) closed") }
                    }
                }
            }
            rows.attach(to: self, changed: { .changed($0, $1) }, closed: { .closed($0) })
        }
    }

    @Test("a parent creates and removes children in its handlers and gets their changes as events, in order")
    func parent() async {
        let list = ListBloc()
        list.add(.added("a"))
        list.add(.added("b"))
        list.add(.added("a"))
        #expect(list.rows.ids == ["a", "b"] && list.rows.count == 2)
        list.rows["b"]?.add(.counted)
        list.rows["a"]?.add(.counted)
        list.rows["b"]?.add(.counted)
        #expect(list.state == ["b 1", "a 1", "b 2"])
        let removed = list.rows.find("b")
        list.add(.removed("b"))
        #expect(removed?.isClosed == true && list.rows.find("b") == nil && list.rows.ids == ["a"])
        await removed?.close()
        #expect(list.state == ["b 1", "a 1", "b 2"], "of a removed child the parent hears nothing")
        list.add(.added("b"))
        list.rows["b"]?.add(.counted)
        #expect(list.state.last == "b 1", "the identifier is free")
        await list.close()
    }

    @Test("a child that closes by itself is removed, and the parent hears its last state before that it closed")
    func closesItself() async {
        let list = ListBloc()
        list.add(.added("a"))
        let row = list.rows["a"]
        row?.add(.left)
        #expect(list.rows["a"] == nil && list.rows.ids.isEmpty)
        await row?.close()
        #expect(list.state == ["a 1", "a closed"])
        await list.close()
    }

    @Test("a parent that closes closes its children, and ends after them", arguments: [true, false])
    func closesTogether(isClosedByOwner: Bool) async {
        let ended = Log<Int>()
        let rows = BlocCollection<String, RowBloc>()
        var list: ListBloc? = ListBloc(rows)
        var children: [RowBloc] = []
        for number in 1...3 {
            let began = Signal()
            let row = rows.bloc(for: "\(number)") { RowBloc(number, ended: ended, began: began) }
            row.add(.worked)
            await began.wait()
            children.append(row)
        }
        if isClosedByOwner {
            await list?.close()
            #expect(ended.entries.sorted() == [1, 2, 3], "no handler of a child runs when the parent has closed")
        }
        list = nil
        #expect(children.map(\.isClosed) == [true, true, true])
        for child in children { await child.close() }
        #expect(ended.entries.sorted() == [1, 2, 3])
        #expect(rows.ids.isEmpty)
        #expect(rows.bloc(for: "late") { RowBloc() }.isClosed, "after the parent there are no children")
        #expect(rows.ids.isEmpty)
    }

    @Test("a child that ignores its cancellation keeps its parent no longer than the parent's grace period")
    func stubborn() async throws {
        let clock = ManualClock()
        let release = Signal()
        let began = Signal()
        let rows = BlocCollection<Int, NumberBloc>()
        let parent = NumberBloc(0) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.on { _, _ in }
        }
        rows.attach(to: parent, changed: { _, state in state })
        let child = rows.bloc(for: 1) {
            NumberBloc(0) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.gracePeriod = .seconds(60)
                bloc.on { _, _ async in
                    began.fire()
                    await release.wait()
                }
            }
        }
        child.add(1)
        await began.wait()
        async let closed: Void = parent.close()
        _ = try await clock.sleepers(count: 2)
        clock.advance(by: .seconds(5))
        await closed
        release.fire()
        await child.close()
    }

    @Test("nothing of a collection is retained after the close")
    func released() async throws {
        try await expectDeallocated { () -> RowBloc in
            let list = ListBloc()
            list.add(.added("a"))
            let row = try #require(list.rows["a"])
            list.add(.removed("a"))
            await row.close()
            return row
        }
        await expectDeallocated { () -> ListBloc in
            let list = ListBloc()
            list.add(.added("a"))
            await list.close()
            return list
        }
    }

    @Test("children have an order, which moves and lists change")
    func order() async {
        let rows = BlocCollection<Int, RowBloc>()
        for id in 1...4 { rows.bloc(for: id) { RowBloc(id) } }
        rows.bloc(for: 5, at: 0) { RowBloc(5) }
        #expect(rows.ids == [5, 1, 2, 3, 4])
        rows.move(4, to: 1)
        rows.move(5, to: 99)
        rows.move(77, to: 0)
        #expect(rows.ids == [4, 1, 2, 3, 5])
        let kept = rows.find(2)
        let gone = rows.find(1)
        rows.reconcile(with: [9, 2, 9, 4]) { RowBloc($0) }
        #expect(rows.ids == [9, 2, 4])
        #expect(rows.blocs.map(\.state) == [9, 2, 4])
        #expect(rows.find(2) === kept && gone?.isClosed == true)
        await rows.close()
        #expect(rows.ids.isEmpty && kept?.isClosed == true)
        rows.bloc(for: 1) { RowBloc(1) }
        #expect(rows.ids == [1])
        await rows.close()
    }

    @Test("under any race a child is created once, and a failed creation can be tried again")
    func creation() async throws {
        struct Failed: Error {}
        let rows = BlocCollection<Int, RowBloc>()
        #expect(throws: Failed.self) { try rows.bloc(for: 1) { throw Failed() } }
        #expect(rows.ids.isEmpty)
        let created = Log<Int>()
        let blocs = await withTaskGroup(of: RowBloc.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    rows.bloc(for: 1) {
                        created.append(1)
                        return RowBloc()
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(created.entries.count == 1)
        #expect(blocs.allSatisfy { $0 === blocs[0] })
        #expect(rows.ids == [1])
        await rows.close()
    }

    @Test("adding, removing and closing from many tasks leave the children that are found")
    func races() async {
        let list = ListBloc()
        let receipts = Log<Receipt>()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        let id = "\((task + round) % 5)"
                        switch (task + round) % 4 {
                        case 0: receipts.append(list.add(.removed(id)))
                        case 1: list.rows[id].map { receipts.append($0.add(.left)) }
                        default:
                            receipts.append(list.add(.added(id)))
                            list.rows[id].map { receipts.append($0.add(.counted)) }
                        }
                    }
                }
            }
        }
        // A thread that handles many events of others leaves the rest to a task.
        for receipt in receipts.entries { _ = await receipt.outcome }
        let ids = list.rows.ids
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(list.rows.find(id)?.isClosed == false) }
        await list.close()
        #expect(list.rows.ids.isEmpty)
    }
}
