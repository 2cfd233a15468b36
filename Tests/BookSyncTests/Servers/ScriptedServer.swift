import BookSyncDoubles
import Foundation
import Repository
import Synchronization

@testable import BookSync

/// A server without a network that answers as a test wants it to, and keeps the requests.
final class ScriptedServer: AnsweringTransport {
    /// Answers a request, or fails as a connection does.
    typealias Script = @Sendable (HTTPRequest) throws -> HTTPResponse

    private let script: Script
    private let state = Mutex<[HTTPRequest]>([])
    private let sleeps = Mutex<[Duration]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    var requests: [HTTPRequest] { state.withLock { $0 } }
    /// The hosts that got a request, and so the password.
    var hosts: Set<String> { Set(requests.compactMap { HTTPAddress($0.url).host }) }
    var waits: [Duration] { sleeps.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        state.withLock { $0.append(request) }
        return try script(request)
    }

    func client(
        _ address: String = "https://dav.example/",
        credentials: DAVCredentials = .password(user: "ada", secret: { "secret" }),
        waits told: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> DAVClient {
        var retries = DAVClient.retries
        retries.sleep = { [self] wait in sleeps.withLock { $0.append(wait) } }
        retries.now = { Date(timeIntervalSince1970: 0) }
        return try DAVClient(
            address: address,
            credentials: credentials,
            transport: self,
            retries: retries,
            waits: told
        )
    }

    /// A search that asks it for everything, as a domain's service if one is given.
    func discovery(
        _ service: DNSService? = nil,
        consent: @escaping CardDAVDiscovery.Consent = { _, _ in false }
    ) -> CardDAVDiscovery {
        CardDAVDiscovery(
            credentials: .password(user: "ada", secret: { "secret" }),
            lookup: { _ in service },
            consent: consent,
            makeClient: { try self.client($0, credentials: $1) }
        )
    }
}

/// Counts calls from 1.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
