import Bloc
import BlocDurable
import Testing

@testable import Orders

@Suite struct OrderBlocTests {
    private struct Provider: Payments, Carrier {
        func charge(_ order: Order, idempotencyKey: String) async throws -> String { "paid \(idempotencyKey)" }
        func ship(_ order: Order, idempotencyKey: String) async throws -> String { "sent \(idempotencyKey)" }
    }

    @Test("an order is charged, then shipped, each with a key of its own")
    func shipped() async throws {
        let host = try await DurableHost(store: MemoryStore()) { host in
            host.register(OrderBloc.self) { OrderBloc($0, payments: Provider(), carrier: Provider()) }
        }
        let bloc = try await host.bloc(OrderBloc.key("4711"))
        bloc.add(.placed(Order(number: 1, cents: 100)))
        var last: OrderBloc.State?
        for await state in bloc.states {
            last = state
            if state.phase == .shipped { break }
        }
        #expect(last?.receipt == "paid OrderBloc/4711/pay@1/charge")
        #expect(last?.parcel == "sent OrderBloc/4711/ship@2/ship")
        await host.close()
    }

    @Test("a declined order is tried again after a minute")
    func declined() {
        var state = OrderBloc.State(order: Order(number: 1, cents: 100), phase: .toPay)
        state.apply(.declined, at: StoreTime(microseconds: 0))
        #expect(state.retryAt == StoreTime(microseconds: 60_000_000))
        #expect(state.orderToPay == nil)
        state.apply(.retryDue, at: StoreTime(microseconds: 60_000_000))
        #expect(state.orderToPay?.number == 1)
    }
}
