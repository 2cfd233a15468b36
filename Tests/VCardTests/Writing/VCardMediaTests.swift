import Testing
import VCard

@Suite struct VCardMediaTests {
    @Test(arguments: [
        ("PHOTO:data:image/png;base64,AA", VCardMedia.data(mediaType: "image/png", base64: "AA")),
        ("PHOTO:data:;base64,AA", .data(mediaType: nil, base64: "AA")),
        ("PHOTO;ENCODING=b;TYPE=JPG:A A", .data(mediaType: "image/jpeg", base64: "AA")),
        ("PHOTO;ENCODING=BASE64:AA", .data(mediaType: nil, base64: "AA")),
        ("PHOTO;ENCODING=b;MEDIATYPE=image/webp:AA", .data(mediaType: "image/webp", base64: "AA")),
        ("SOUND;ENCODING=b;TYPE=OGG:AA", .data(mediaType: "audio/ogg", base64: "AA")),
        ("KEY;ENCODING=b;TYPE=PGP:AA", .data(mediaType: "application/pgp-keys", base64: "AA")),
        ("PHOTO;VALUE=uri:http://example.com/a.png", .uri("http://example.com/a.png")),
        ("PHOTO:data:image/png,AA", .uri("data:image/png,AA")),
    ])
    func `a line holds data or where they are`(text: String, media: VCardMedia) throws {
        #expect(VCardMedia(try #require(VCardLine(text: text))) == media)
    }

    @Test(arguments: [
        (VCardMedia.uri("http://a/b"), "PHOTO;VALUE=uri:http://a/b", "PHOTO:http://a/b"),
        (.data(mediaType: "image/png", base64: "AA"), "PHOTO;ENCODING=b;TYPE=PNG:AA", "PHOTO:data:image/png;base64,AA"),
        (.data(mediaType: nil, base64: "AA"), "PHOTO;ENCODING=b:AA", "PHOTO:data:;base64,AA"),
        (
            .data(mediaType: "image/svg+xml", base64: "AA"), "PHOTO;ENCODING=b;TYPE=image/svg+xml:AA",
            "PHOTO:data:image/svg+xml;base64,AA"
        ),
        (
            .data(mediaType: "application/pgp-keys", base64: "AA"), "PHOTO;ENCODING=b;TYPE=PGP:AA",
            "PHOTO:data:application/pgp-keys;base64,AA"
        ),
    ])
    func `each version writes media in its form`(media: VCardMedia, old: String, new: String) {
        #expect(media.line("PHOTO", version: .v3).text == old)
        #expect(media.line("PHOTO", version: .v4).text == new)
    }
}
