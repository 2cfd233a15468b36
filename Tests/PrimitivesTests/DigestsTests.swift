import Primitives
import Testing

@Suite struct DigestsTests {
    private static func texts(_ bytes: [UInt8]) -> [String] {
        [MD5.digest(of: bytes), SHA1.digest(of: bytes), SHA256.digest(of: bytes)].map(Hexadecimal.text)
    }

    /// From RFC 1321, RFC 3174 and FIPS 180-4, and as `md5sum` and its relatives print them.
    @Test(arguments: [
        (
            "abc", "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ),
        (
            "passwörd🔑", "20a24a189cd0931d8c300ad4cf6daab1", "1a25f622508bc745cca2be3e7cfd744b3a473bd8",
            "d80aee4845d1588cff7476f99a48fbb599ee6890c8b28b2aae6059cba3649914"
        ),
        (
            String(repeating: "x", count: 1000), "398533d48111e9f664b1f64cb10c4b63",
            "c3efa690fa3fdd2e2526853eed670538ea127638",
            "44f8354494a5ba03ba1792a8d3e9c534c47a9181980fde7a3f44b06ef2ae7c7f"
        ),
    ])
    func `a digest has the value the standards give`(text: String, md5: String, sha1: String, sha256: String) {
        #expect(Self.texts(Array(text.utf8)) == [md5, sha1, sha256])
    }

    /// The digests of the texts of all digests, which Python's `hashlib` has calculated.
    @Test func `a message of any length fills its last block, or begins another one`() {
        let all = (0...200).map { Self.texts([UInt8](repeating: UInt8(ascii: "x"), count: $0)) }
        let whole = (0..<3).map { kind in Self.texts(Array(all.map { $0[kind] }.joined().utf8))[kind] }
        #expect(
            whole == [
                "1f0d9d949b2c16e511c7083a082d1828", "1f67da40a499e887e43c141418cc90ce5c8f9002",
                "75013a3fd49991ead9d8a57ea80485c088443c3406a0e8fa003ed57144041eb4",
            ]
        )
    }

    @Test func `a byte is two lower-case digits`() {
        #expect(Hexadecimal.text(of: [0, 9, 10, 15, 16, 0xAF, 255]) == "00090a0f10afff")
        #expect(Hexadecimal.text(of: []) == "")
    }
}
