import Testing
import VCard

@Suite("Writing vCards")
struct VCardWriterTests {
    private func written(_ lines: [String], _ version: VCardVersion) -> [String] {
        let card = VCard(lines: lines.compactMap { VCardLine(text: $0) })
        var bytes: [UInt8] = []
        VCardWriter(version: version).append(card, to: &bytes)
        return String(decoding: bytes, as: UTF8.self).components(by: "\r\n").dropFirst(2).dropLast(2).map { $0 }
    }

    @Test("folds at 75 octets, never within a character")
    func folding() {
        for shift in 0..<4 {
            let text = "NOTE:" + String(repeating: "x", count: shift) + String(repeating: "😀", count: 60)
            let lines = written([text], .v4)
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(lines.joined(separator: "\n").replacing("\n ", with: "") == text)
        }
    }

    @Test(
        "converts what the versions write differently, both ways",
        arguments: [
            ("PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "PHOTO:data:image/jpeg;base64,AAAA"),
            ("PHOTO;VALUE=uri:http://example.com/a.png", "PHOTO:http://example.com/a.png"),
            ("BDAY:1985-04-12", "BDAY:19850412"),
            ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
            ("X-ANNIVERSARY:2001-02-03", "ANNIVERSARY:20010203"),
            ("EMAIL;TYPE=pref:a@b", "EMAIL;PREF=1:a@b"),
            ("GEO:37.1;-122.5", "GEO:geo:37.1,-122.5"),
            ("REV:2008-04-24T19:52:43Z", "REV:20080424T195243Z"),
            ("X-ADDRESSBOOKSERVER-KIND:group", "KIND:group"),
            ("X-GENDER:F", "GENDER:F"),
            ("TZ:-05:00", "TZ;VALUE=utc-offset:-0500"),
            ("X-ANYTHING;Foo=\"a,b\":va\\,lue", "X-ANYTHING;Foo=\"a,b\":va\\,lue"),
            ("IMPP:xmpp:a@b", "IMPP:xmpp:a@b"),
        ]
    )
    func conversion(old: String, new: String) {
        #expect(written([old], .v4) == [new])
        #expect(written([new], .v3) == [old])
        #expect(written([old], .v3) == [old])
        #expect(written([new], .v4) == [new])
    }

    @Test("writes as two lines what version 4.0 has in one")
    func splitting() {
        let new = ["N;SORT-AS=\"Harten\":van der Harten;Rene;;;", "ADR;TYPE=home;LABEL=\"a^nb\":;;s;c;;;"]
        let old = ["N:van der Harten;Rene;;;", "SORT-STRING:Harten", "ADR;TYPE=home:;;s;c;;;", "LABEL;TYPE=home:a\\nb"]
        #expect(written(new, .v3) == old)
        #expect(written(old, .v4) == ["N;SORT-AS=Harten:van der Harten;Rene;;;", new[1].replacing("\"", with: "")])
        #expect(written(["TEL;VALUE=uri;TYPE=cell:tel:+1-2"], .v3) == ["TEL;TYPE=cell:+1-2"])
        #expect(written(["BDAY;VALUE=text:about 1800"], .v3) == ["BDAY;VALUE=text:about 1800"])
    }

    @Test("escapes texts and undoes it")
    func escapes() {
        let text = "a\\b,c;d\ne"
        #expect(VCardText.escaped(text) == "a\\\\b\\,c\\;d\\ne")
        #expect(VCardText.unescaped(VCardText.escaped(text)) == text)
        #expect(VCardText.components("a\\;b;c,d;") == ["a;b", "c,d", ""])
        #expect(VCardText.items("a\\,b,c") == ["a,b", "c"])
    }

    @Test("parameters cannot break out of their quotes")
    func quoting() {
        let line = VCardLine(
            "X",
            parameters: [VCardParameter("P", ["a\":b\nEND:VCARD", "c,d"])],
            value: "v\nEND:VCARD"
        )
        #expect(line.text == "X;P=\"a^':b^nEND:VCARD\",\"c,d\":v\\nEND:VCARD")
        #expect(VCardLine(text: line.text)?.parameters == line.parameters)
    }
}

extension String {
    fileprivate func components(by separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
