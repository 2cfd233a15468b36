package import Logging
package import Primitives

/// A client of randomuser.me and compatible servers, versions 1.0 to 1.4.
package final class RandomUserContactAPI: ContactAPI, APIProbe {
    package let source: ContactSource

    private let settings: APISettings
    private let client: HTTPClient

    /// Creates a client; without `retries`, the settings limit them.
    package init(
        settings: APISettings,
        transport: any HTTPTransport,
        retries: RetryPolicy? = nil,
        log: Logger = Logger(label: "contacts.api")
    ) {
        self.settings = settings
        source = ContactSource(
            version: settings.version,
            seed: settings.seed ?? "",
            nationalities: settings.nationalityList
        )
        let retries = retries ?? RetryPolicy(limit: settings.retryLimit)
        client = HTTPClient(retries: retries, log: log, transport: transport)
    }

    package func people(
        onPage page: Int,
        results: Int,
        seed: String,
        unless validator: String?
    ) async throws -> RemotePage? {
        var asked = source
        if asked.seed.isEmpty { asked.seed = seed }
        let (response, reader) = try await answer(asked, page, results, timeout: settings.timeout) { request in
            guard let validator else { return }
            // A server without entity tags provided the date of last modification instead.
            let isDate = RetryAfter.seconds(httpDate: validator) != nil
            request.headers[isDate ? "If-Modified-Since" : "If-None-Match"] = validator
        }
        if response.status == 304, validator != nil { return nil }
        return try reader.page(of: response)
    }

    package func probe() async throws -> Date? {
        let longest: Duration = .seconds(20)
        let timeout = settings.timeout == .zero ? longest : min(settings.timeout, longest)
        let (response, reader) = try await answer(source, 1, 1, timeout: timeout)
        _ = try reader.page(of: response)
        return response.headers["Date"].flatMap(RetryAfter.seconds).map { Date(timeIntervalSince1970: Double($0)) }
    }

    /// Requests a page, and returns the response with its reader.
    private func answer(
        _ asked: ContactSource,
        _ page: Int,
        _ results: Int,
        timeout: Duration,
        prepare: (inout HTTPRequest) -> Void = { _ in }
    ) async throws -> (HTTPResponse, RandomUserAnswer) {
        // Any other character would end or change the header field.
        if let token = settings.token, token.isEmpty || !token.utf8.allSatisfy({ (33...126).contains($0) }) {
            throw RepositoryError(
                .invalidConfiguration,
                "The API token is empty or contains invalid characters; set it again."
            )
        }
        let endpoint = try await settings.endpoint()
        let address = try settings.url(ofPage: page, results: results, seed: asked.seed, endpoint: endpoint)
        let server = HTTPAddress(address).shown
        var request = HTTPRequest(url: address, timeout: timeout)
        prepare(&request)
        request.headers["User-Agent"] = settings.userAgent
        request.headers["Accept"] = "application/json"
        request.headers["Accept-Encoding"] = "gzip"
        if let token = settings.token { request.headers["Authorization"] = "Bearer \(token)" }
        do {
            let response = try await client.send(request)
            let now = Int64(client.retries.now().timeIntervalSince1970)
            let reader = RandomUserAnswer(requested: asked, page: page, results: results, server: server, now: now)
            return (response, reader)
        } catch let error as HTTPTransportError {
            try Task.checkCancellation()
            switch error.kind {
            case .invalidURL, .misconfigured:
                throw RepositoryError(.invalidConfiguration, "The API at \(server) cannot be used: \(error.message).")
            case .libraryMissing:
                throw RepositoryError(.network, "The request could not be sent: \(error.message).")
            case .tooLarge, .redirection:
                throw RepositoryError(.server, "The response from \(server) cannot be used: \(error.message).")
            case .refused, .unknownHost, .unreachable, .timedOut, .brokenOff, .untrusted:
                throw RepositoryError(
                    .network,
                    "\(server) could not be reached: \(error.message). Check the address and the network."
                )
            }
        }
    }
}
