import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocManagerBroadcastTests {
    private struct SignedOut: Sendable {
        let number: Int
    }

    private struct Renamed: Sendable {}

    private typealias ListBloc = ProbeBloc<Int, [Int], Never>

    private let manager = BlocManager()

    /// A bloc that writes down the numbers of the messages it gets, and numbers that are messages.
    private func receiver(
        _ name: String,
        _ convert: @escaping @Sendable (SignedOut) -> Int? = { $0.number }
    ) -> ListBloc {
        manager.bloc(for: BlocKey(name)) {
            ListBloc([]) { bloc in
                bloc.onBroadcast(SignedOut.self, convert)
                bloc.onBroadcast(Int.self)
                bloc.on { event, emit in emit.update { $0.append(event) } }
            }
        }
    }

    @Test("G56 a message reaches every live bloc that registered for its type and does not ignore it, as an event")
    func reaches() async {
        let receivers = [receiver("a"), receiver("b")]
        let picky = receiver("picky") { $0.number.isMultiple(of: 2) ? $0.number : nil }
        let deaf = manager.bloc(for: BlocKey<ListBloc>("deaf")) {
            ListBloc([]) { bloc in bloc.on { event, emit in emit([event]) } }
        }
        manager.broadcast(SignedOut(number: 1))
        manager.broadcast(Renamed())
        await receivers[0].close()
        let later = receiver("later")
        // The type of the message counts, not that of the variable.
        let message: any Sendable = SignedOut(number: 2)
        manager.broadcast(message)
        // Events that are messages need no conversion.
        manager.broadcast(99)
        #expect((receivers + [picky, later]).map(\.state) == [[1], [1, 2, 99], [2, 99], [2, 99]])
        #expect(deaf.state == [])
    }

    @Test("G56 the sender may receive its own message, after the event that sent it")
    func own() {
        let manager = manager
        let bloc = manager.bloc(for: BlocKey<ListBloc>("own")) {
            ListBloc([]) { bloc in
                bloc.onBroadcast(SignedOut.self) { $0.number }
                bloc.on { event, emit in
                    if event < 3 { manager.broadcast(SignedOut(number: event + 1)) }
                    emit.update { $0.append(event) }
                }
            }
        }
        let other = receiver("other")
        bloc.add(1)
        #expect(bloc.state == [1, 2, 3])
        #expect(other.state == [2, 3])
    }

    @Test("G56 under concurrent senders all receivers get all messages in one order")
    func order() async {
        let receivers = (0..<4).map { receiver("\($0)") }
        await race(8) { [manager] sender in
            await onThread {
                for number in 0..<250 { manager.broadcast(SignedOut(number: sender * 1_000 + number)) }
            }
        }
        for receiver in receivers { await receiver.close(.drain) }
        let first = receivers[0].state
        #expect(first.count == 2_000)
        #expect(Set(first).count == 2_000)
        for receiver in receivers { #expect(receiver.state == first) }
        for sender in 0..<8 {
            let own = first.filter { $0 / 1_000 == sender }
            #expect(own == own.sorted())
        }
    }

    @Test("G56 messages are handled after the lock is released: a slow receiver delays no other broadcast")
    func slow() async {
        let (isInside, mayEnd) = (Signal(), Signal())
        _ = manager.bloc(for: BlocKey<ListBloc>("slow")) {
            ListBloc([]) { bloc in
                bloc.onBroadcast(SignedOut.self) { $0.number }
                bloc.on { event, _ in
                    guard event == 1 else { return }
                    isInside.fire()
                    mayEnd.block()
                }
            }
        }
        let late = receiver("late") { $0.number == 1 ? nil : $0.number }
        async let first = onThread { [manager] in manager.broadcast(SignedOut(number: 1)) }
        await isInside.wait()
        manager.broadcast(SignedOut(number: 2))
        #expect(late.state == [2])
        mayEnd.fire()
        await first
    }
}
