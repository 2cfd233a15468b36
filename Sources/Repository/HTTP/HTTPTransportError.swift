/// Why there is no answer to a request.
public struct HTTPTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure that are treated differently.
    public enum Kind: Equatable, Sendable {
        /// Nobody listens at the address.
        case refused
        /// The name of the host is not known.
        case unknownHost
        /// No connection, for another reason.
        case unreachable
        /// The connection, the next byte or the whole took too long.
        case timedOut
        /// The connection ended within the exchange.
        case brokenOff
        /// The certificate or the encryption was not acceptable.
        case untrusted
        /// The answer is larger than is read.
        case tooLarge
        /// The redirections go in a circle, are too many, or lead somewhere that is not followed.
        case redirection
        /// The address is no URL that can be asked.
        case invalidURL
        /// The answer is not HTTP.
        case malformed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What happened, as the end of a sentence.
    public var message: String

    /// Creates an error.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether the same request may well succeed a moment later.
    public var isTransient: Bool {
        switch kind {
        case .unreachable, .timedOut, .brokenOff: true
        // A refused connection is refused by a server that is not there; waiting would only hide that from the user.
        case .refused, .unknownHost, .untrusted, .tooLarge, .redirection, .invalidURL, .malformed: false
        }
    }

    /// What happened.
    public var description: String { message }
}
