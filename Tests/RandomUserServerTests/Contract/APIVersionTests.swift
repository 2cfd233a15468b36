import Testing

@testable import RandomUserServer

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
