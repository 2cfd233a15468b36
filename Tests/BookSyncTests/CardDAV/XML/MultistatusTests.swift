import Testing

@testable import BookSync

@Suite struct `A multistatus answer` {
    private func read(
        _ body: String,
        cardLimit: Int = 1000
    ) throws(XMLFault) -> (responses: [DAVResponse], token: String?) {
        var responses: [DAVResponse] = []
        let reader = MultistatusReader(cardLimit: cardLimit) { responses.append($0) }
        let stream = try XMLStream(reader)
        try stream.append(
            Array(
                #"<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav" xmlns:s="http://calendarserver.org/ns/">\#(body)</d:multistatus>"#
                    .utf8
            )
        )
        try stream.finish()
        return (responses, reader.syncToken)
    }

    @Test func `Properties count when their status says success`() throws {
        let (responses, token) = try read(
            """
            <d:response><d:href> /a/b.vcf </d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag>
            <c:address-data>BEGIN:VCARD&#13;
            FN:&lt;Ömer&gt;\u{1}</c:address-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
            <d:propstat><d:prop><d:displayname>no</d:displayname></d:prop><d:status>HTTP/1.1 404 Not Found</d:status>
            </d:propstat></d:response><d:response><d:href>/gone</d:href><d:status>HTTP/1.1 404</d:status></d:response>
            <d:sync-token>urn:2</d:sync-token>
            """
        )
        #expect(responses.count == 2 && token == "urn:2")
        #expect(responses[0].href == "/a/b.vcf" && responses[0].properties.etag == "\"1\"")
        #expect(responses[0].properties.card == Array("BEGIN:VCARD\r\nFN:<Ömer>".utf8))
        #expect(responses[0].properties.displayName == nil)
        #expect(responses[1].status == 404)
    }

    @Test func `What a collection is and can is read`() throws {
        let (responses, _) = try read(
            """
            <d:response><d:href>/a/</d:href><d:propstat><d:prop>
            <d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><s:getctag>7</s:getctag>
            <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>
            </d:supported-report-set><d:current-user-privilege-set><d:privilege><d:read/></d:privilege>
            </d:current-user-privilege-set><c:supported-address-data>
            <c:anything content-type="text/vcard" version="4.0"/></c:supported-address-data>
            <c:addressbook-home-set><d:href>/x/</d:href><d:href>/y/</d:href></c:addressbook-home-set>
            </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
            """
        )
        let properties = try #require(responses.first?.properties)
        #expect(properties.isAddressBook && properties.isCollection && properties.changeTag == "7")
        #expect(properties.reports == ["sync-collection"] && properties.isReadOnly)
        #expect(properties.cardVersions == ["4.0"])
        #expect(properties.homes == ["/x/", "/y/"])
    }

    @Test func `A card beyond the limit is left out and the others stay`() throws {
        func response(_ name: String, _ size: Int) -> String {
            """
            <d:response><d:href>/\(name)</d:href><d:propstat><d:prop><d:getetag>1</d:getetag><c:address-data>\
            \(String(repeating: "x\n", count: size / 2))</c:address-data></d:prop></d:propstat></d:response>
            """
        }
        let (responses, _) = try read(response("big", 5000) + response("small", 500))
        #expect(responses.map(\.properties.isCardTooLarge) == [true, false])
        #expect(responses[0].properties.card == nil && responses[1].properties.card?.count == 500)
    }

    @Test func `The conditions of an error are named`() {
        let body = #"<?xml version="1.0"?><error xmlns="DAV:"><valid-sync-token/></error>"#
        #expect(MultistatusReader.conditions(in: Array(body.utf8)) == ["valid-sync-token"])
        #expect(MultistatusReader.conditions(in: Array("Bad Gateway".utf8)).isEmpty)
    }
}
