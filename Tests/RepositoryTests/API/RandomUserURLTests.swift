import Testing

@testable import Repository

@Suite struct RandomUserURLTests {
    private func url(
        _ endpoint: String = "http://h/api/",
        version: String = "1.4",
        seed: String = "abc",
        nationalities: String? = nil,
        page: Int = 1,
        results: Int = 50
    ) throws -> String {
        let settings = APISettings(version: version, nationalities: nationalities) { endpoint }
        return try RandomUserURL(settings: settings).page(page, results: results, seed: seed, endpoint: endpoint)
    }

    @Test(arguments: [
        ("http://h/api/", "1.4", "http://h/api/1.4/?results=50&page=1&seed=abc"),
        ("http://h/api", "1.4", "http://h/api/1.4/?results=50&page=1&seed=abc"),
        ("http://h/api//", "", "http://h/api/?results=50&page=1&seed=abc"),
        ("http://h", "", "http://h/?results=50&page=1&seed=abc"),
        ("http://h//x///api", "1.0", "http://h/x/api/1.0/?results=50&page=1&seed=abc"),
        (" https://h:81/?key=v#f ", "", "https://h:81/?key=v&results=50&page=1&seed=abc"),
    ])
    func `endpoint, version and query are joined with single slashes`(
        endpoint: String,
        version: String,
        expected: String
    ) throws {
        #expect(try url(endpoint, version: version) == expected)
    }

    @Test func `values are escaped`() throws {
        #expect(try url(seed: "a b&c=d+é/?").hasSuffix("&seed=a%20b%26c%3Dd%2B%C3%A9%2F%3F"))
        #expect(try url(nationalities: " US, gb ,,").hasSuffix("&nat=us,gb"))
        #expect(try url(seed: "").hasSuffix("?results=50&page=1"))
    }

    @Test(arguments: ["0123456789abcdef00", "0123456789abcdef14"])
    func `a seed that ends in a valid nationality is accepted`(seed: String) throws {
        #expect(try url(seed: seed).hasSuffix(seed))
    }

    @Test(arguments: ["0123456789abcdef15", "0123456789abcdefzz", "an-18-chars-seed!!", "0123456789abcdef-1"])
    func `a seed that crashes the server is refused`(seed: String) async {
        let error = await repositoryError { _ = try url(seed: seed) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("18 characters") == true)
    }

    @Test(arguments: ["", "nonsense", "/api", "ftp://h/", "http://", "file:///etc"])
    func `an invalid endpoint is refused`(endpoint: String) async {
        #expect(await repositoryError { _ = try url(endpoint) }?.code == .invalidConfiguration)
    }

    @Test(arguments: ["1.4/../..", "1 4", "?", "é"])
    func `an invalid version is refused`(version: String) async {
        #expect(await repositoryError { _ = try url(version: version) }?.code == .invalidConfiguration)
    }

    @Test(arguments: [(0, 50), (10_001, 50), (1, 0), (1, 5001), (-1, -1)])
    func `page numbers and sizes out of range are refused`(page: Int, results: Int) async {
        #expect(await repositoryError { _ = try url(page: page, results: results) }?.code == .invalidInput)
    }

    @Test func `invalid nationalities are refused`() async {
        #expect(await repositoryError { _ = try url(nationalities: "us;gb") }?.code == .invalidConfiguration)
    }
}
