import Testing

@testable import BookSync

@Suite struct `Digest authentication` {
    private let account = (user: "Mufasa", password: "Circle of Life")
    private let header = """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=ALGORITHM, \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    /// The examples of RFC 7616, section 3.9.1.
    @Test(
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ]
    )
    func `The examples of the standard are answered`(algorithm: String, response: String) throws {
        let challenge = try #require(
            DigestChallenge(fields: header.replacing("ALGORITHM", with: algorithm) + ", Basic realm=\"x\"")
        )
        let answer = challenge.answer(
            account,
            method: "GET",
            path: "/dir/index.html",
            uses: 1,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        )
        #expect(answer.contains("response=\"\(response)\"") && answer.contains("nc=00000001"))
    }

    @Test func `What cannot be answered is no challenge`() {
        #expect(DigestChallenge(fields: "Basic realm=\"x\"") == nil)
        #expect(DigestChallenge(fields: "Digest realm=\"x\", nonce=\"1\", algorithm=SHA-512-256") == nil)
        #expect(DigestChallenge(fields: "Digest realm=\"x\", nonce=\"1\", qop=\"auth-int\"") == nil)
        #expect(DigestChallenge(fields: "Basic realm=\"a, b\", Digest nonce=1, stale=TRUE")?.isStale == true)
        #expect(DigestChallenge(fields: "Digest ==,,\"") == nil)
    }
}
