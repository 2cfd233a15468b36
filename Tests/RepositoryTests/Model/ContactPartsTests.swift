import Testing

@testable import Repository

@Suite struct ContactPartsTests {
    @Test func `identifiers are in the order of their bytes`() {
        let ids = ["b", "a", "ä", "A", "ab"].map(ContactID.init(rawValue:))
        #expect(ids.sorted().map(\.rawValue) == ["A", "a", "ab", "b", "ä"])
    }

    @Test(
        arguments: [
            ("1", "2", [ContactValue("1", types: ["home"]), ContactValue("2", types: ["cell"])]),
            ("1", nil, [ContactValue("1", types: ["home"])]), (nil, "2", [ContactValue("2", types: ["cell"])]),
            (nil, nil, []),
        ] as [(String?, String?, [ContactValue])]
    )
    func `a home number comes before a mobile number`(phone: String?, cell: String?, values: [ContactValue]) {
        #expect(ContactValue.phones(phone, cell) == values)
    }

    @Test func `each part of an address is read and written under its name`() {
        var address = PostalAddress()
        for part in AddressPart.allCases { address[part] = part.rawValue }
        #expect(
            address
                == PostalAddress(
                    street: "street",
                    city: "city",
                    state: "state",
                    postcode: "postcode",
                    country: "country",
                    poBox: "poBox",
                    extended: "extended"
                )
        )
        #expect(AddressPart.allCases.allSatisfy { address[$0] == $0.rawValue })
        #expect(Set(AddressPart.ordered) == Set(AddressPart.allCases))
    }
}
