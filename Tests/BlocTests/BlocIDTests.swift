import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocIDTests {
    @Test("G34 observers get the bloc's name, type and number")
    func identity() throws {
        struct Collector: BlocObserver {
            let ids: Log<BlocID>

            func onCreate(_ bloc: BlocID) { ids.append(bloc) }
        }
        let ids = Log<BlocID>()
        let (left, right) = withBlocObserver(Collector(ids: ids)) { (NumberCubit(0, name: "left"), NumberCubit(0)) }
        #expect(ids.entries == [left.core.id, right.core.id])
        let (first, second) = (try #require(ids.entries.first), try #require(ids.entries.last))
        #expect(first.name == "left")
        #expect(second.name == nil)
        #expect(first.type == "ProbeCubit<Int, Never>")
        #expect(first.number != second.number)
        #expect(first.description == "ProbeCubit<Int, Never>(left)#\(first.number)")
        #expect(second.description == "ProbeCubit<Int, Never>#\(second.number)")
    }

    @Test("G37 a reference to an event names its bloc and its number")
    func reference() {
        let id = NumberCubit(0, name: "left").core.id
        #expect(EventReference(bloc: id, sequence: 17).description == "\(id)/17")
        #expect(EventReference(bloc: id, sequence: 17) != EventReference(bloc: id, sequence: 18))
        #expect(EventContext(sequence: 17).cause == nil)
    }
}
