import LoopbackHTTP
import Testing

@testable import RandomUserServer

@Suite struct QueryStringTests {
    @Test func `values are decoded and the last one counts`() {
        let query = QueryString("a=1&a=2&b=&c&d=x%20y+z&%65=f%3D&g=%&h=%zz&i=%C3%A9=1&j=+\u{301}")
        #expect(query["a"] == "2")
        #expect(query.isRepeated("a"))
        #expect(query["b"] == "")
        #expect(query.text("b") == nil)
        #expect(query["c"] == "")
        #expect(query["d"] == "x y z")
        #expect(query["e"] == "f=")
        #expect(query["g"] == "%")
        #expect(query["h"] == "%zz")
        #expect(query["i"] == "é=1")
        #expect(query["j"] == " \u{301}")
        #expect(query["z"] == nil)
        #expect(!query.isRepeated("z"))
    }

    @Test(arguments: [("5", 5.0), (" 5.50 ", 5.5), ("1e3", 1_000), ("", 0), ("0x1F", 31), ("-2", -2), ("+7", 7)])
    func `numbers are read as JavaScript reads them`(_ text: String, _ number: Double) {
        #expect(QueryString.number(text) == number)
    }

    @Test(arguments: ["abc", "5 6", "nan", "inf", "0x", "1_000", "5px", "٣"])
    func `a text that is not a number is nil`(_ text: String) {
        #expect(QueryString.number(text) == nil)
    }
}

@Suite struct APIVersionTests {
    @Test func `versions are ordered, and the latest is the last`() {
        #expect(APIVersion.allCases == APIVersion.allCases.sorted())
        #expect(APIVersion.latest == APIVersion.allCases.last)
    }

    @Test func `nations are in alphabetical order, which seeds count on, and none is ever dropped`() {
        for (earlier, later) in zip(APIVersion.allCases, APIVersion.allCases.dropFirst()) {
            #expect(later.nations == later.nations.sorted())
            #expect(Set(earlier.nations).isSubset(of: later.nations))
        }
        #expect(APIVersion.v1p4.nations.count == 21)
    }
}

@Suite struct UserFieldTests {
    @Test func `a list is read in any letter case, and unknown names count for nothing`() {
        #expect(UserField.list("Name, nat,nonsense,,NAT") == [.name, .nat])
        #expect(UserField.list("") == [])
        #expect(
            UserField.list("gender,name,location,email,login,registered,dob,phone,cell,id,picture,nat")
                == Set(UserField.allCases)
        )
    }
}
