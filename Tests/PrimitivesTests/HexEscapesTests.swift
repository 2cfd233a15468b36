import Primitives
import Testing

@Suite struct HexEscapesTests {
    @Test(arguments: [
        ("a=C3=BCb", "aüb"), ("=c3=bc", "ü"), ("=", "="), ("=C", "=C"), ("=XY", "=XY"), ("==41", "=A"),
        ("=4=41", "=4A"), ("100%", "100%"),
    ])
    func `two digits are a byte, anything else stays`(text: String, decoded: String) {
        #expect(String(decoding: HexEscapes.decode(Array(text.utf8)), as: UTF8.self) == decoded)
    }
}
