/// Carries out HTTP exchanges; an HTTP client in the program, a double in tests.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the complete response, whatever its status, within the request's timeout.
    ///
    /// - Throws: ``HTTPTransportError`` when there is no answer, `CancellationError` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A transport that can hand over the body of an answer while it comes, so that none has to fit in memory.
package protocol HTTPStreamingTransport: HTTPTransport {
    /// Sends the request as ``HTTPTransport/send(_:)`` does, and hands the body of a successful answer (2xx) over in pieces.
    ///
    /// `receive` is called in order and never at once, off the caller's task; it returns `false` to end the exchange, which
    /// then fails. The response has no body then; that of another status is in it as usual.
    func send(
        _ request: HTTPRequest,
        into receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws -> HTTPResponse
}

/// The reason why a request has no response.
public struct HTTPTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers treat differently.
    public enum Kind: Equatable, Sendable {
        /// No server listens at the address.
        case refused
        case unknownHost
        /// No connection, for another reason, or the proxy refuses.
        case unreachable
        /// Connecting, the next byte or the whole exchange took too long.
        case timedOut
        /// The connection ended during the exchange.
        case brokenOff
        /// The certificate or the encryption was not acceptable.
        case untrusted
        case tooLarge
        /// The redirections form a loop, are too many, or lead to a URL that is not followed.
        case redirection
        case invalidURL
        /// A setting, such as the file of trusted authorities, cannot be used.
        case misconfigured
        /// The library that carries requests is not installed.
        case libraryMissing
    }

    package var kind: Kind
    /// What happened, as the end of a sentence.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether a retry may succeed.
    ///
    /// A refused connection means that no server runs there; a retry would only delay that message.
    package var isTransient: Bool { [.unreachable, .timedOut, .brokenOff].contains(kind) }

    /// What happened.
    public var description: String { message }
}
