import BareSQLite
import Foundation

/// Measures and prints times.
struct Timing {
    private static let clock = ContinuousClock()

    /// The microseconds of processor time of all threads that the work takes for each of `count` items.
    ///
    /// Other load on the machine affects it less than wall time.
    static func processor(_ count: Int, _ work: () async throws -> Void) async rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
        }
        bare_tidy()
        let start = now()
        try await work()
        return (now() - start) / Double(count)
    }

    /// The microseconds of wall time that the work takes for each of `count` items.
    static func microseconds(_ count: Int = 1, _ work: () async throws -> Void) async rethrows -> Double {
        let time = try await clock.measure(work)
        let (seconds, attoseconds) = time.components
        return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count)
    }

    static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    /// The 95th percentile.
    static func late(_ times: [Double]) -> Double { times.sorted()[times.count * 95 / 100] }

    static func row(_ name: String, _ microseconds: Double, against floor: Double? = nil) {
        let blanks = String(repeating: " ", count: max(1, 46 - name.count))
        let ratio = floor.map { "  \(text(microseconds / $0)) times the C API" } ?? ""
        print("\(name)\(blanks)\(text(microseconds)) µs\(ratio)")
        // At once, also to a file or a pipe.
        fflush(nil)
    }

    static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
