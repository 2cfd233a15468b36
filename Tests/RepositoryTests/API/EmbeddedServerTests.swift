import Foundation
import Loopback
import RandomUserServer
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

/// The client and the store against the embedded server, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct EmbeddedServerTests {
    private let temporary = TemporaryFolder()

    /// Runs `body` with a repository over a server, whose answers the script may spoil, and a database file of its own.
    private func with<Result>(
        version: String = "1.4",
        timeout: Duration = .seconds(3_600),
        script: FaultyServer.Script? = nil,
        _ body: (CachingContactRepository) async throws -> Result
    ) async throws -> Result {
        let server = try await EmbeddedServer.start()
        let faulty = try script.map { try FaultyServer(before: server.baseURL, script: $0) }
        // On a busy machine the server may be slow; that must not look like the fault under test.
        let transport = CurlTransport(connectTimeout: .zero, idleTimeout: .zero)
        let dao = SQLiteContactDAO(path: temporary.database)
        let settings = APISettings(
            version: version,
            seed: "abc",
            timeout: timeout,
            endpoint: { faulty?.baseURL ?? server.baseURL }
        )
        let retries = RetryPolicy(limit: 2, random: { 0 })
        let api = RandomUserContactAPI(settings: settings, transport: transport, retries: retries)
        let repository = CachingContactRepository(dao: dao, api: api, pageSize: 20)
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(repository)) } catch { result = .failure(error) }
        await transport.shutdown()
        await dao.close()
        faulty?.stop()
        await server.stop()
        return try result.get()
    }

    private let query = ContactQuery(limit: 10_000)
    private let day = CachePolicy.cacheFirst(maxAge: .seconds(86_400))

    @Test(arguments: ["1.0", "1.1", "1.2", "1.3", "1.4", ""])
    func `pages of every version are decoded completely`(version: String) async throws {
        try await with(version: version) { repository async throws in
            let page = try await repository.contacts(query, policy: day)
            #expect(page.notices.isEmpty)
            #expect(page.contacts.count == 20)
            for contact in page.contacts {
                #expect(contact.name.first != nil && contact.name.last != nil && contact.email != nil)
                #expect(contact.birthday?.count == 10)
                #expect(contact.registered?.count == 24)
                #expect(contact.address.postcode != nil)
                #expect(contact.picture.large != nil)
                #expect(contact.id.rawValue.count == 36)
            }
        }
    }

    @Test(
        arguments: [
            (.delay(.milliseconds(50)), nil, nil), (.redirect(5), nil, nil), (.drip(30_000), nil, nil),
            (.reset, 2, nil), (.answer(503), 1, nil), (.answer(429, fields: ["Retry-After: 0"]), 1, nil),
            (.truncate(after: 2_000), 1, nil), (.resetBody(after: 2_000), 1, nil), (.wrongLength(by: 500), 1, nil),
            (.hang, nil, .network), (.drip(1), nil, .network), (.reset, nil, .network),
            (.resetBody(after: 2_000), nil, .network), (.truncate(after: 2_000), nil, .network),
            (.wrongLength(by: 500), nil, .network), (.wrongLength(by: -500), nil, .server),
            (.answer(500), nil, .server), (.answer(404, body: "Not Found"), nil, .server),
            (.answer(429, fields: ["Retry-After: 3600"]), nil, .rateLimited), (.answer(429), nil, .rateLimited),
            (.answer(429, fields: ["Retry-After: Sat, 01 Jan 2050 00:00:00 GMT"]), nil, .rateLimited),
            (.answer(401), nil, .unauthorized), (.answer(403), nil, .unauthorized),
            (.answer(502, body: "<!DOCTYPE html><title>502 Bad Gateway</title>"), nil, .server),
            (.answer(200, body: #"{"results":[{"nat":"US"},{"na"#), nil, .server),
            (.answer(200, body: ""), nil, .server), (.oversize(17_000_000), nil, .server),
            (.redirect(.max), nil, .server), (.redirect(6), nil, .server), (.gzipBomb(20_000_000), nil, .server),
        ] as [(FaultyServer.Fault, Int?, RepositoryError.Code?)]
    )
    func `a faulty server leaves a valid store and the right error`(
        fault: FaultyServer.Fault,
        times: Int?,
        code: RepositoryError.Code?
    ) async throws {
        // Faults that end in the timeout get a short one.
        let timeout: Duration =
            switch fault {
            case .hang, .drip(1): .milliseconds(400)
            default: .seconds(3_600)
            }
        let script: FaultyServer.Script = { $0 < times ?? .max ? fault : .none }
        try await with(timeout: timeout, script: script) { repository async throws in
            let error = await repositoryError { _ = try await repository.contacts(query, policy: day) }
            #expect(error?.code == code, "\(error?.message ?? "no error")")
            // Whatever happened, the store has all people or none.
            #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == (code == nil ? 20 : 0))
        }
    }
}
