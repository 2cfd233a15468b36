import Synchronization

/// The faults that wait for their requests.
final class FaultSchedule: Sendable {
    private let rules: Mutex<[ServerFaultRule]>

    init(_ rules: [ServerFaultRule]) {
        self.rules = Mutex(rules)
    }

    func replace(with rules: [ServerFaultRule]) {
        self.rules.withLock { $0 = rules }
    }

    /// The fault of the next request, which uses it up.
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
