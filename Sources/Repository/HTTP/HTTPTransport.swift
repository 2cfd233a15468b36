/// Carries one HTTP exchange; the seam between this layer and an HTTP client, or a test's double.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the whole answer, whatever its status, within the request's timeout.
    ///
    /// - Throws: ``HTTPTransportError`` when there is no answer, `CancellationError` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// Why there is no answer to a request.
public struct HTTPTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure that are treated differently.
    public enum Kind: Equatable, Sendable {
        /// No server listens at the address.
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
        /// A setting, such as the file of trusted authorities, cannot be used.
        case misconfigured
        /// The library that carries requests is not installed.
        case libraryMissing
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
        case .refused, .unknownHost, .untrusted, .tooLarge, .redirection, .invalidURL, .misconfigured,
            .libraryMissing:
            false
        }
    }

    /// What happened.
    public var description: String { message }
}

/// A step between the maker of a request and the transport: it may change, repeat or answer the request.
public protocol HTTPMiddleware: Sendable {
    /// Handles the request, calling `next` as often as it takes.
    func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse
}

/// A transport behind middlewares; the first middleware sees a request first.
package struct HTTPPipeline: HTTPTransport {
    private let middlewares: [any HTTPMiddleware]
    private let transport: any HTTPTransport

    package init(_ middlewares: [any HTTPMiddleware], transport: any HTTPTransport) {
        self.middlewares = middlewares
        self.transport = transport
    }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, from: 0)
    }

    private func send(_ request: HTTPRequest, from index: Int) async throws -> HTTPResponse {
        guard index < middlewares.count else { return try await transport.send(request) }
        return try await middlewares[index].intercept(request) { changed in
            try await send(changed, from: index + 1)
        }
    }
}
