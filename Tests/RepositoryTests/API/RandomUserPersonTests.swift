import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct RandomUserPersonTests {
    private func decode(_ json: String) throws -> RandomUserContent {
        try RandomUserContent(Array(json.utf8))
    }

    private func person(_ json: String) throws -> RemotePerson {
        let content = try decode("{\"results\":[\(json)]}")
        try #require(content.unreadable.isEmpty, "\(content.unreadable)")
        return try #require(content.people.first)
    }

    @Test func `version 1.4 and 1.3`() throws {
        let person = try person(
            #"""
            {"gender":"female","name":{"title":"Madame","first":"Zoë ","last":"D'Argent"},
             "location":{"street":{"number":4616,"name":"Rue du Bât-D'Argent "},"city":"Genève","state":"Genève",
              "country":"Switzerland","postcode":68000,"coordinates":{"latitude":"-69.8246","longitude":"134.8719"},
              "timezone":{"offset":"+9:30","description":"Adelaide, Darwin"}},
             "email":"zoe.dargent@example.com","login":{"uuid":"9f07341f-c7e6-45b7-bab0-af6de5a4582d","username":"u",
              "password":"hunter2","salt":"s","md5":"m","sha1":"a","sha256":"b"},
             "dob":{"date":"1984-11-12T09:18:33.666Z","age":59},"registered":{"date":"2011-09-28T22:27:24.121Z","age":15},
             "phone":"075 123 45 67","cell":"079 765 43 21","id":{"name":"AVS","value":null},"picture":{
              "large":"https://example.com/l.jpg","medium":"https://example.com/m.jpg",
              "thumbnail":"https://example.com/t.jpg"},"nat":"CH"}
            """#
        )
        #expect(person.uuid == "9f07341f-c7e6-45b7-bab0-af6de5a4582d")
        var expected = Contact.complete
        (expected.id, expected.name.first) = ("", "Zoë ")
        #expect(person.contact == expected)
        #expect(!String(describing: person).contains("hunter2"))
    }

    @Test(
        arguments: [
            (
                #""dob":{"date":"1951-03-04T05:06:07Z"},"registered":{"date":"2005-01-02T03:04:05Z"},"login":{"uuid":"u-1"}"#,
                "1951-03-04", "2005-01-02T03:04:05.000Z", "u-1"
            ),
            (
                #""dob":"1962-12-31 23:59:59","registered":"2004-02-29 00:00:00","login":{"username":"x"}"#,
                "1962-12-31", "2004-02-29T00:00:00.000Z", nil
            ),
            // Born before 1970.
            (#""dob":-62380800,"registered":1078012800"#, "1968-01-10", "2004-02-29T00:00:00.000Z", nil),
        ] as [(String, String, String, String?)]
    )
    func `versions 1.2, 1.1 and 1.0`(json: String, birthday: String, registered: String, uuid: String?) throws {
        let person = try person("{\"nat\":\"NO\",\(json)}")
        #expect([person.contact.birthday, person.contact.registered, person.uuid] == [birthday, registered, uuid])
    }

    @Test(
        arguments: [
            (#"{"number":7,"name":""}"#, "7"), (#"{"number":7,"name":" A "}"#, "7 A"), (#"{"name":"A"}"#, "A"),
            (#"{"number":"12b","name":"A"}"#, "12b A"), (#"{"number":null,"name":null}"#, nil), (#"{}"#, nil),
            (#""""#, nil), (#"" 12 storgata ""#, "12 storgata"), (#""  ""#, nil), (#"null"#, nil),
            (#""خیابان ولی‌عصر""#, "خیابان ولی\u{200C}عصر"),
        ] as [(String, String?)]
    )
    func `a street joins number and name, where they exist`(json: String, expected: String?) throws {
        #expect(try person("{\"nat\":\"UA\",\"location\":{\"street\":\(json)}}").contact.address.street == expected)
    }

    @Test func `a postcode becomes text, and an invalid date is dropped`() throws {
        let codes = [("68000", "68000"), (#""0150""#, "0150"), ("null", nil), ("-1", "-1"), ("1e3", "1e3")]
        for (json, text) in codes as [(String, String?)] {
            #expect(try person("{\"nat\":\"CA\",\"location\":{\"postcode\":\(json)}}").contact.address.postcode == text)
        }
        for date in [
            #""hello""#, #""0000-00-00 00:00:00""#, "99999999999999999999", "1.5", #"{"date":"?"}"#, "{}", "null",
            #""""#,
        ] { #expect(try person("{\"nat\":\"CA\",\"dob\":\(date)}").contact.birthday == nil) }
    }

    @Test(arguments: [
        ("5", "it is a number"), (#""x""#, "it is a text"), ("null", "it is null"), ("[]", "it is a list"),
        ("{}", "it is empty"), ("{\"email\":\"\(String(repeating: "x", count: 70_000))\"}", "70000 bytes"),
        (#"{"name":"x"}"#, "“name” is a text"), (#"{"name":{"first":5}}"#, "“name.first” is a number"),
        (#"{"email":[]}"#, "“email” is a list"), (#"{"login":5}"#, "“login”"), (#"{"dob":true}"#, "“dob”"),
        (#"{"dob":{"date":5}}"#, "“dob.date”"), (#"{"location":[]}"#, "“location”"),
        (#"{"location":{"street":5}}"#, "“location.street”"),
        (#"{"location":{"postcode":{}}}"#, "“location.postcode”"), (#"{"phone":12345}"#, "“phone” is a number"),
        (#"{"email":"\ud800"}"#, "“email” is not Unicode"), (#"{"picture":"x"}"#, "“picture”"),
        (#"{"nat":false}"#, "“nat”"), (#"{"email":null,"unknown":1,"login":{"password":"x"}}"#, "it is empty"),
    ])
    func `an undecodable person is reported with the reason`(json: String, reason: String) throws {
        let problem = try decode("{\"results\":[\(json)]}").unreadable.first?.reason
        #expect(problem?.contains(reason) == true)
    }

    @Test func `unused members may have any type`() throws {
        let json =
            #"{"nat":"US","id":5,"extra":[{}],"login":{"uuid":"u","password":5,"md5":{}},"location":{"coordinates":7,"timezone":"x"}}"#
        #expect(try person(json).uuid == "u")
    }

    @Test func `info accepts texts and numbers, and an error without people is kept`() throws {
        let info = try decode(#"{"info":{"seed":12,"results":"5","page":1.5,"version":null,"x":[]},"results":[]}"#).info
        #expect(info == ["seed": "12", "results": "5", "page": "1.5"])
        #expect(try decode(#"{"info":7,"results":[]}"#).info.isEmpty)
        #expect(try decode(#"{"error":"Uh oh"}"#).error == "Uh oh")
        #expect(try decode(#"{"error":{"x":1}}"#).error == "an error without a message")
    }

    @Test(arguments: [
        "", "<html>", "[]", "5", #"{"results":{}}"#, #"{"people":[]}"#, "{}", #"{"results":[{"nat":"US"}"#,
        #"{"results":[]}x"#, #"{"results":[{"nat":"US"},{"#,
    ])
    func `other JSON is refused`(text: String) {
        #expect(throws: RandomUserContent.Unreadable.self) { try decode(text) }
    }

    @Test func `thousands of undecodable people make the page an error`() throws {
        func page(_ count: Int) -> String {
            "{\"results\":[\(Array(repeating: "5", count: count).joined(separator: ","))]}"
        }
        #expect(try decode(page(5000)).unreadable.count == 5000)
        #expect(throws: RandomUserContent.Unreadable.self) { try decode(page(5001)) }
    }
}
