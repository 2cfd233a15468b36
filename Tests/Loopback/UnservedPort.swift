import Foundation

/// A port of 127.0.0.1 without a server, reserved until it is given back.
public struct UnservedPort: Sendable {
    /// The number.
    public let number: Int
    private let descriptor: Int32

    /// Takes a free port.
    public init() throws {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        self.descriptor = descriptor
        number = Int(in_port_t(bigEndian: address.sin_port))
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Releases the port; to be called once.
    public func giveBack() { close(descriptor) }

    /// The URL of the missing server.
    public var url: String { "http://127.0.0.1:\(number)/" }
}
