import Testing
import VCard

@Suite struct VCardConversionTests {
    @Test(arguments: [
        ("PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "PHOTO:data:image/jpeg;base64,AAAA"),
        ("PHOTO;VALUE=uri:http://example.com/a.png", "PHOTO:http://example.com/a.png"),
        ("BDAY:1985-04-12", "BDAY:19850412"), ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
        ("X-ANNIVERSARY:2001-02-03", "ANNIVERSARY:20010203"), ("EMAIL;TYPE=pref:a@b", "EMAIL;PREF=1:a@b"),
        ("GEO:37.1;-122.5", "GEO:geo:37.1,-122.5"), ("REV:2008-04-24T19:52:43Z", "REV:20080424T195243Z"),
        ("X-ADDRESSBOOKSERVER-KIND:group", "KIND:group"), ("X-GENDER:F", "GENDER:F"),
        ("X-PRONOUNS;LANGUAGE=en:they/them", "PRONOUNS;LANGUAGE=en:they/them"),
        ("TZ:-05:00", "TZ;VALUE=utc-offset:-0500"),
        ("X-ANYTHING;Foo=\"a,b\":va\\,lue", "X-ANYTHING;Foo=\"a,b\":va\\,lue"), ("IMPP:xmpp:a@b", "IMPP:xmpp:a@b"),
    ])
    func `a line is converted to the other version and back`(old: String, new: String) {
        #expect(written([old], .v4) == [new])
        #expect(written([new], .v3) == [old])
        #expect(written([old], .v3) == [old])
        #expect(written([new], .v4) == [new])
    }

    @Test func `two lines of version 3 are one of version 4`() {
        let new = ["N;SORT-AS=\"Harten\":van der Harten;Rene;;;", "ADR;TYPE=home;LABEL=\"a^nb\":;;s;c;;;"]
        let old = ["N:van der Harten;Rene;;;", "SORT-STRING:Harten", "ADR;TYPE=home:;;s;c;;;", "LABEL;TYPE=home:a\\nb"]
        #expect(written(new, .v3) == old)
        #expect(written(old, .v4) == ["N;SORT-AS=Harten:van der Harten;Rene;;;", new[1].replacing("\"", with: "")])
        #expect(written(["TEL;VALUE=uri;TYPE=cell:tel:+1-2"], .v3) == ["TEL;TYPE=cell:+1-2"])
        #expect(written(["BDAY;VALUE=text:about 1800"], .v3) == ["BDAY;VALUE=text:about 1800"])
    }

    @Test(arguments: [
        ("X-GENDER:Male", VCardVersion.v4, "GENDER:M"), ("EMAIL;TYPE=INTERNET,home:a@b", .v4, "EMAIL;TYPE=home:a@b"),
        ("TEL;CHARSET=UTF-8:1", .v4, "TEL:1"), ("GEO:here", .v4, "GEO:here"),
        ("REV:20080424T195243Z", .v4, "REV:20080424T195243Z"), ("TZ:Europe/Berlin", .v4, "TZ:Europe/Berlin"),
        ("PHOTO;ENCODING=BASE64;TYPE=PNG:AA", .v4, "PHOTO:data:image/png;base64,AA"), ("TEL;PREF=2:1", .v3, "TEL:1"),
        ("TEL;PREF=1;TYPE=home:1", .v3, "TEL;TYPE=home;TYPE=pref:1"),
        ("TEL;VALUE=uri:tel:+1;ext=2", .v3, "TEL:+1\\;ext=2"), ("GEO:geo:1,2;u=3", .v3, "GEO:1;2"),
        ("GEO:geo:1", .v3, "GEO:geo:1"),
    ])
    func `each version has its own words for what it can say`(line: String, version: VCardVersion, result: String) {
        #expect(written([line], version) == [result])
    }

    @Test func `a label goes to the address of its types, or to the first free one, or stays a line`() {
        let addresses = ["ADR;TYPE=home:;;h;;;;", "ADR;TYPE=work:;;w;;;;"]
        #expect(
            written(addresses + ["LABEL;TYPE=work:W", "LABEL;TYPE=dom:D", "LABEL:X"], .v4) == [
                "ADR;TYPE=home;LABEL=D:;;h;;;;", "ADR;TYPE=work;LABEL=W:;;w;;;;", "X-LABEL:X",
            ]
        )
    }
}

@Suite struct VCardDateTests {
    @Test(arguments: [
        (":1985-04-12T00:00:00Z", "1985-04-12"), (":19850412T000000", "1985-04-12"), (":--0412T000000Z", "--04-12"),
        (":--04-12", "--04-12"), (":1985-0412", "1985-0412"), (":19851301", "19851301"), (":19850432", "19850432"),
        (":1985041", "1985041"), (":198५0412", "198५0412"), (":", ""), (";VALUE=text:19850412", "19850412"),
        (":1985-04-12T00:00:00ZT00:00:00Z", "1985-04-12T00:00:00ZT00:00:00Z"),
        (";X-APPLE-OMIT-YEAR=1604:1604-04-12", "--04-12"), (";X-APPLE-OMIT-YEAR=1604:1985-04-12", "1985-04-12"),
    ])
    func `a date is read in each of its forms, and other text is left as it is`(text: String, plain: String) throws {
        #expect(VCardDate.plain(try #require(VCardLine(text: "BDAY" + text))) == plain)
    }

    @Test(arguments: [
        ("1985-04-12", "BDAY:1985-04-12", "BDAY:19850412"),
        ("--04-12", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
        ("1985", "BDAY:1985", "BDAY:1985"), ("1985-04", "BDAY:1985-04", "BDAY:1985-04"),
        ("about 1800, in May", "BDAY;VALUE=text:about 1800\\, in May", "BDAY;VALUE=text:about 1800\\, in May"),
    ])
    func `each version writes a date in its form`(plain: String, old: String, new: String) {
        #expect(VCardDate.line("BDAY", plain, version: .v3).text == old)
        #expect(VCardDate.line("BDAY", plain, version: .v4).text == new)
    }

    @Test func `parameters that told of another form do not stay`() {
        let parameters = [VCardParameter("VALUE", ["text"]), VCardParameter("X-A", ["1"])]
        #expect(
            VCardDate.line("BDAY", "1985-04-12", parameters: parameters, version: .v4).text == "BDAY;X-A=1:19850412"
        )
    }
}

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
