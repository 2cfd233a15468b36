/// Measures one thing beside others.
struct Timing {
    private static let clock = ContinuousClock()

    /// The microseconds that a work takes for each of `count` things.
    static func microseconds(_ count: Int = 1, _ work: () async throws -> Void) async rethrows -> Double {
        let time = try await clock.measure(work)
        let (seconds, attoseconds) = time.components
        return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count)
    }

    static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    /// The time that 95 of 100 do not reach.
    static func late(_ times: [Double]) -> Double { times.sorted()[times.count * 95 / 100] }

    static func row(_ name: String, _ microseconds: Double, against floor: Double? = nil) {
        let blanks = String(repeating: " ", count: max(1, 46 - name.count))
        let ratio = floor.map { "  \(text(microseconds / $0)) times the C API" } ?? ""
        print("\(name)\(blanks)\(text(microseconds)) µs\(ratio)")
    }

    static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
