#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

/// Which order of tasks is to be run again.
public enum ScheduleReplay: Sendable {
    /// The environment variable that names a seed.
    public static let variable = "BLOC_SCHEDULE_SEED"

    /// The seed that the environment names, if any.
    public static var seed: UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }
}
