/// Measures and prints; each figure is measured in turns with those of its peers.
struct Figures {
    private let clock = ContinuousClock()
    private let rounds: Int

    init(rounds: Int) {
        self.rounds = rounds
    }

    /// Returns the nanoseconds per step of each work, which has `count` steps: the median of rounds in turns.
    func nanoseconds(_ count: Int, _ works: [() async -> Void]) async -> [Double] {
        var times = [[Double]](repeating: [], count: works.count)
        for round in 0...rounds {
            for (index, work) in works.enumerated() {
                let time = await clock.measure { await work() }
                // The first round warms up.
                if round > 0 { times[index].append(time.nanoseconds / Double(count)) }
            }
        }
        return times.map { $0.sorted()[$0.count / 2] }
    }

    func row(_ name: String, _ nanoseconds: Double, unit: String = "ns", against floor: Double? = nil) {
        let ratio = floor.map { "  \(text($0 == 0 ? 0 : nanoseconds / $0)) times the floor" } ?? ""
        print("\(name.padded(to: 46)) \(text(nanoseconds).padded(to: 9, left: true)) \(unit)\(ratio)")
    }

    func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}

extension Duration {
    fileprivate var nanoseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
}

extension String {
    fileprivate func padded(to width: Int, left: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - count))
        return left ? blanks + self : self + blanks
    }
}
