import Synchronization

/// The pending faults, in order.
final class FaultSchedule: Sendable {
    private let rules: Mutex<[ServerFaultRule]>

    init(_ rules: [ServerFaultRule]) {
        self.rules = Mutex(rules)
    }

    func replace(with rules: [ServerFaultRule]) {
        self.rules.withLock { $0 = rules }
    }

    /// Takes the fault of the next request; nil if there is none.
    func next() -> ServerFault? {
        rules.withLock { rules in
            while let rule = rules.first {
                guard let times = rule.times else { return rule.fault }
                if times <= 1 { rules.removeFirst() } else { rules[0].times = times - 1 }
                if times > 0 { return rule.fault }
            }
            return nil
        }
    }
}
