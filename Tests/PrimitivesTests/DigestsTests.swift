import Primitives
import Testing

@Suite struct DigestsTests {
    /// The examples of RFC 1321, RFC 3174 and FIPS 180-4, and lengths around the end of a block as `md5sum` prints them.
    struct Vector: Sendable, CustomTestStringConvertible {
        let text: String
        let md5: String
        let sha1: String
        let sha256: String

        var testDescription: String { "\(text.utf8.count) bytes" }
    }

    static let vectors = [
        Vector(
            text: "",
            md5: "d41d8cd98f00b204e9800998ecf8427e",
            sha1: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        ),
        Vector(
            text: "a",
            md5: "0cc175b9c0f1b6a831c399e269772661",
            sha1: "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
            sha256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
        ),
        Vector(
            text: "abc",
            md5: "900150983cd24fb0d6963f7d28e17f72",
            sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
            sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ),
        Vector(
            text: "message digest",
            md5: "f96b697d7cb7938d525a2f31aaf161d0",
            sha1: "c12252ceda8be8994d5fa0290a47231c1d16aae3",
            sha256: "f7846f55cf23e14eebeab5b4e1550cad5b509e3348fbc4efa3a1413d393cb650"
        ),
        Vector(
            text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            md5: "8215ef0796a20bcaaae116d3876c664a",
            sha1: "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
            sha256: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        Vector(
            text: "passwörd🔑",
            md5: "20a24a189cd0931d8c300ad4cf6daab1",
            sha1: "1a25f622508bc745cca2be3e7cfd744b3a473bd8",
            sha256: "d80aee4845d1588cff7476f99a48fbb599ee6890c8b28b2aae6059cba3649914"
        ),
        Vector(
            text: String(repeating: "x", count: 55),
            md5: "04364420e25c512fd958a70738aa8f72",
            sha1: "cef734ba81a024479e09eb5a75b6ddae62e6abf1",
            sha256: "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"
        ),
        Vector(
            text: String(repeating: "x", count: 56),
            md5: "668a72d5ba17f08e62dabcafad6db14b",
            sha1: "901305367c259952f4e7af8323f480d59f81335b",
            sha256: "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"
        ),
        Vector(
            text: String(repeating: "x", count: 63),
            md5: "7dc2ca208106a2f703567bdff99d8981",
            sha1: "0ddc4e0cccd9a12850deb5abb0853a4425559fec",
            sha256: "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"
        ),
        Vector(
            text: String(repeating: "x", count: 64),
            md5: "c1bb4f81d892b2d57947682aeb252456",
            sha1: "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163",
            sha256: "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"
        ),
        Vector(
            text: String(repeating: "x", count: 65),
            md5: "1bc932052302d074bdec39795fe00cf6",
            sha1: "78c741ddc482e4cdf8c474a0876347a0905b6233",
            sha256: "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9"
        ),
        Vector(
            text: String(repeating: "x", count: 119),
            md5: "ab347a5f68c8a443cfcddc633f12c24f",
            sha1: "4300320394f7ee239bcdce7d3b8bcee173a0cd5c",
            sha256: "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"
        ),
        Vector(
            text: String(repeating: "x", count: 120),
            md5: "fb98667f98096de92620b64f46e1c5b5",
            sha1: "ceb2821639c4b6dcb10bce0e522ca2e608ce056d",
            sha256: "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"
        ),
        Vector(
            text: String(repeating: "x", count: 1000),
            md5: "398533d48111e9f664b1f64cb10c4b63",
            sha1: "c3efa690fa3fdd2e2526853eed670538ea127638",
            sha256: "44f8354494a5ba03ba1792a8d3e9c534c47a9181980fde7a3f44b06ef2ae7c7f"
        ),
    ]

    @Test(arguments: vectors)
    func `a digest has the value the standards give`(vector: Vector) {
        let bytes = Array(vector.text.utf8)
        #expect(Hexadecimal.text(of: MD5.digest(of: bytes)) == vector.md5)
        #expect(Hexadecimal.text(of: SHA1.digest(of: bytes)) == vector.sha1)
        #expect(Hexadecimal.text(of: SHA256.digest(of: bytes)) == vector.sha256)
    }

    @Test func `a byte is two lower-case digits`() {
        #expect(Hexadecimal.text(of: [0, 9, 10, 15, 16, 0xAF, 255]) == "00090a0f10afff")
        #expect(Hexadecimal.text(of: []) == "")
    }
}
