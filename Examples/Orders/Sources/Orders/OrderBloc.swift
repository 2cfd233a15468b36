import Bloc
import BlocDurable

struct Order: Codable, Equatable, Sendable {
    let number: Int
    let cents: Int
}

struct Declined: Error {}

protocol Payments: Sendable {
    /// Charges an order; a repeated key charges nothing and returns the same receipt.
    func charge(_ order: Order, idempotencyKey: String) async throws -> String
}

protocol Carrier: Sendable {
    /// Ships an order; a repeated key ships nothing and returns the same parcel.
    func ship(_ order: Order, idempotencyKey: String) async throws -> String
}

/// An order that is paid for, then shipped, and that continues where it stopped after any kill.
final class OrderBloc: DurableBloc {
    enum Event: Codable, Sendable {
        case placed(Order)
        case paid(String)
        case declined
        case retryDue
        case shipped(String)
    }

    enum Phase: Codable {
        case new, toPay, declined, toShip, shipped
    }

    struct State: Codable, Equatable {
        var order: Order?
        var phase = Phase.new
        var retryAt: StoreTime?
        var receipt: String?
        var parcel: String?

        var orderToPay: Order? { phase == .toPay ? order : nil }
        var orderToShip: Order? { phase == .toShip ? order : nil }

        mutating func apply(_ event: Event, at time: StoreTime) {
            switch event {
            case .placed(let order) where phase == .new: (self.order, phase) = (order, .toPay)
            case .paid(let receipt): (self.receipt, phase) = (receipt, .toShip)
            case .declined: (retryAt, phase) = (time + .seconds(60), .declined)
            case .retryDue: (retryAt, phase) = (nil, .toPay)
            case .shipped(let parcel): (self.parcel, phase) = (parcel, .shipped)
            case .placed: break
            }
        }
    }

    let runtime: BlocRuntime<OrderBloc>

    init(_ durable: Durable<OrderBloc>, payments: any Payments, carrier: any Carrier) {
        runtime = durable.runtime(initialState: State()) { bloc in
            bloc.on { event, emit in emit.update { $0.apply(event, at: emit.time) } }
            bloc.wake(at: \.retryAt, with: .retryDue)
            bloc.when(\.orderToPay, name: "pay") { order, work in
                do {
                    let receipt = try await work.once("charge") { key in
                        try await payments.charge(order, idempotencyKey: key)
                    }
                    work.add(.paid(receipt))
                } catch is Declined {
                    work.add(.declined)
                }
            }
            bloc.when(\.orderToShip, name: "ship") { order, work in
                let parcel = try await work.once("ship") { try await carrier.ship(order, idempotencyKey: $0) }
                work.add(.shipped(parcel))
            }
        }
    }
}
