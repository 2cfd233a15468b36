import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct MainDeliveryTests {
    @Test("states that arrive before the first call follow it")
    @MainActor
    func early() {
        let shown = Log<Int>()
        let delivery = MainDelivery<Int> { shown.append($0) }
        delivery.arrived(2)
        delivery.arrived(3)
        #expect(shown.entries.isEmpty)
        delivery.begin(with: 1)
        #expect(shown.entries == [1, 2, 3])
        delivery.arrived(4)
        #expect(shown.entries == [1, 2, 3, 4])
    }

    @Test("a delivery that was cancelled before its first call makes none")
    @MainActor
    func cancelled() {
        let shown = Log<Int>()
        let delivery = MainDelivery<Int> { shown.append($0) }
        delivery.arrived(2)
        delivery.cancel()
        delivery.begin(with: 1)
        delivery.arrived(3)
        #expect(shown.entries.isEmpty)
    }

    @Test("a call that cancels is the last one")
    @MainActor
    func cancelledInside() {
        let shown = Log<Int>()
        let delivery = Shared<MainDelivery<Int>?>(nil)
        let made = MainDelivery<Int> { state in
            shown.append(state)
            if state == 2 { delivery.value?.cancel() }
        }
        delivery.change { $0 = made }
        made.arrived(2)
        made.arrived(3)
        made.begin(with: 1)
        #expect(shown.entries == [1, 2])
        delivery.change { $0 = nil }
    }
}
