import Foundation

/// A port of 127.0.0.1 without a server, reserved until it is given back.
public struct UnservedPort: Sendable {
    /// The number.
    public let number: Int
    private let descriptor: Int32

    /// Takes a free port.
    public init() throws {
        (descriptor, number) = try LoopbackSocket.bound()
    }

    /// Releases the port; to be called once.
    public func giveBack() { close(descriptor) }

    /// The URL of the missing server.
    public var url: String { "http://127.0.0.1:\(number)/" }
}
