/// Follows redirections, few of them, never to a place that is less safe than the last.
package struct RedirectMiddleware: HTTPMiddleware {
    private let limit: Int

    package init(limit: Int = 5) {
        self.limit = limit
    }

    package func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let response = try await next(request)
            guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"]
            else { return response }
            let here = HTTPAddress(request.url)
            guard let target = here.following(location), let scheme = target.scheme else {
                throw HTTPTransportError(.redirection, "it leads to an address that is no http or https URL")
            }
            guard scheme == "https" || here.scheme == "http" else {
                throw HTTPTransportError(
                    .redirection,
                    "it leads from https to http (\(target.shown)), which is not safe"
                )
            }
            guard visited.insert(target.url).inserted else {
                throw HTTPTransportError(.redirection, "its redirections go in a circle (\(target.shown))")
            }
            guard visited.count <= limit + 1 else {
                throw HTTPTransportError(.redirection, "it redirects more than \(limit) times")
            }
            if target.origin != here.origin {
                request.headers["Authorization"] = nil
                request.headers["Cookie"] = nil
            }
            request.url = target.url
        }
    }
}
