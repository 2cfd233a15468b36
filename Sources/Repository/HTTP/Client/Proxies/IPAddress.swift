#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The bytes of an IP address, four or sixteen.
struct IPAddress: Equatable, Sendable {
    let bytes: [UInt8]

    /// Reads an address in numbers; `nil` is anything else, a name above all.
    init?(_ text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }
}
