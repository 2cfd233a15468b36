import Primitives

// The URLs of pages, without parameters that the API would misinterpret.
extension APISettings {
    /// The normalized nationalities: lowercase, without spaces and empty items.
    var nationalityList: String {
        (nationalities ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
            .filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// Returns the URL: the endpoint, the version if any, a slash, and the query.
    func url(ofPage page: Int, results: Int, seed: String, endpoint: String) throws -> String {
        try checkSeed(seed)
        let nationalities = nationalityList
        guard (1...5000).contains(results) else {
            throw RepositoryError(.invalidInput, "A page cannot have \(results) people; give 1 to 5000.")
        }
        guard (1...10_000).contains(page) else {
            throw RepositoryError(.invalidInput, "Page \(page) is out of range; give 1 to 10000.")
        }
        guard nationalities.utf8.allSatisfy({ (97...122).contains($0) || $0 == 44 }) else {
            throw RepositoryError(
                .invalidConfiguration,
                "The nationalities “\(DisplaySafeText.line(nationalities, limit: 60))” are not a list of codes such as us,gb."
            )
        }
        let address = HTTPAddress(endpoint.trimmed())
        guard address.scheme != nil, var components = URLComponents(string: address.url) else {
            throw RepositoryError(
                .invalidConfiguration,
                "The API endpoint “\(DisplaySafeText.line(address.shown))” is not a usable http or https URL; give one such as https://host/api/."
            )
        }
        var path = components.percentEncodedPath.split(separator: "/").map(String.init)
        if !version.isEmpty {
            guard version.utf8.allSatisfy({ Self.unreserved.contains($0) }) else {
                throw RepositoryError(
                    .invalidConfiguration,
                    "The API version “\(DisplaySafeText.line(version, limit: 60))” is not valid; give one such as 1.4, or none."
                )
            }
            path.append(version)
        }
        components.percentEncodedPath = "/" + path.map { $0 + "/" }.joined()
        components.fragment = nil
        var items = [components.percentEncodedQuery ?? "", "results=\(results)", "page=\(page)"]
        if !seed.isEmpty { items.append("seed=\(Self.encoded(seed))") }
        if !nationalities.isEmpty { items.append("nat=\(nationalities)") }
        components.percentEncodedQuery = items.filter { !$0.isEmpty }.joined(separator: "&")
        guard let url = components.string else {
            throw RepositoryError(.invalidConfiguration, "The API endpoint “\(address.shown)” cannot be used.")
        }
        return url
    }

    /// Rejects seeds of 18 characters that crash the server, which parses their last two as a nationality.
    private func checkSeed(_ seed: String) throws {
        guard seed.utf16.count == 18 else { return }
        let bytes = Array(seed.utf8)
        let isHex = bytes.count == 18 && bytes.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        let index = isHex ? Int(String(decoding: bytes[16...], as: UTF8.self), radix: 16) : nil
        guard let index, index <= 0x14 else {
            throw RepositoryError(
                .invalidConfiguration,
                "The seed “\(DisplaySafeText.line(seed))” has 18 characters; the API reads the last two as a nationality "
                    + "and fails. Give a seed of a different length."
            )
        }
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = unreserved.contains(byte)
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text(of: [byte]).uppercased()
        }.joined()
    }
}
