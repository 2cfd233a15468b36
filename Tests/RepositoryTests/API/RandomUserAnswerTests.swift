import Testing

@testable import Repository

@Suite struct RandomUserAnswerTests {
    private let answer = RandomUserAnswer(
        requested: ContactSource(version: "1.4", seed: "abc"),
        page: 2,
        results: 1,
        server: "http://h/",
        now: 784_111_777
    )

    private func response(_ body: String, status: Int = 200, _ fields: (String, String)...) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPHeaderFields(fields.map { (name: $0.0, value: $0.1) }),
            body: Array(body.utf8)
        )
    }

    private func failure(_ response: HTTPResponse) -> RepositoryError? {
        do {
            _ = try answer.page(of: response)
            return nil
        } catch { return error as? RepositoryError }
    }

    private static let person = #"{"results":[{"nat":"US"}]}"#

    @Test(arguments: [
        (401, RepositoryError.Code.unauthorized), (403, .unauthorized), (429, .rateLimited), (404, .server),
        (500, .server), (304, .server),
    ])
    func `each status has its error code, whatever the body`(status: Int, code: RepositoryError.Code) {
        #expect(failure(response(Self.person, status: status))?.code == code)
    }

    @Test(arguments: [
        ("30", "in 30 seconds"), ("1", "in 1 second"), ("0", "later"), ("x", "in some minutes"),
        ("3600", "in 60 minutes"), ("86400", "in 24 hours"), ("864001", "in 11 days"),
        ("99999999999999999999", "in more than a year"),
        // The date is two minutes after the time of the answer.
        ("Sun, 06 Nov 1994 08:51:37 GMT", "in 120 seconds"), ("Mon, 07 Nov 1994 09:49:37 GMT", "in 25 hours"),
        ("Sun, 06 Nov 1994 08:00:00 GMT", "later"),
    ])
    func `a rate limit says when to try again`(field: String, text: String) {
        let message = failure(response("", status: 429, ("Retry-After", field)))?.message
        #expect(message?.contains("Try again \(text)") == true)
    }

    @Test func `the server's words are quoted, except those of a web page`() {
        #expect(failure(response(#"{"error":"Uh oh"}"#, status: 500))?.message.contains("“Uh oh”") == true)
        #expect(failure(response("busy", status: 503))?.message.contains("“busy”") == true)
        let page = failure(response("<html>secret</html>", status: 502))?.message
        #expect(page?.contains("with a web page") == true && page?.contains("secret") == false)
        let login = failure(response("please log in", ("Content-Type", "text/html")))?.message
        #expect(login?.contains("with a web page") == true && login?.contains("log in") == false)
        // Truncated people are personal data.
        #expect(failure(response(#"{"results":[{"email":"ada@e"#))?.message.contains("ada") == false)
    }

    @Test func `the entity tag comes before the date, and neither with notices`() throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let body = #"{"results":[{"nat":"US"}],"info":{"page":2}}"#
        let both = response(body, ("ETag", "\"x\""), ("Last-Modified", date))
        #expect(try answer.page(of: both).validator == "\"x\"")
        #expect(try answer.page(of: response(body, ("ETag", "a b"), ("Last-Modified", date))).validator == date)
        #expect(try answer.page(of: response(body, ("Last-Modified", "yesterday"))).validator == nil)
        let other = response(#"{"results":[{"nat":"US"}],"info":{"page":3}}"#, ("ETag", "\"x\""))
        let page = try answer.page(of: other)
        #expect(page.validator == nil)
        let difference = ResponseDifference(parameter: "page", asked: "2", answered: "3")
        #expect(page.notices == [.responseDiffers([difference])])
    }

    @Test func `the source is that of the response where it is usable`() throws {
        let long = String(repeating: "x", count: 201)
        let page = try answer.page(
            of: response(#"{"results":[{"nat":"US"}],"info":{"seed":"\#(long)","version":"1.3"}}"#)
        )
        #expect(page.source == ContactSource(version: "1.3", seed: "abc"))
    }
}
