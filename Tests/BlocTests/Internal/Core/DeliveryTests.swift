import Testing

@testable import Bloc

@Suite struct DeliveryRoleTests {
    @Test("one has the role, and gives it back")
    func role() {
        let role = DeliveryRole()
        let answers = [role.taken(), role.released(), role.taken()]
        #expect(answers == [true, true, true])
    }

    @Test("who has the role cannot give it back unseen when another left something")
    func leaving() {
        let role = DeliveryRole()
        let answers = [role.taken(), role.taken(), role.taken(), role.released(), role.taken()]
        #expect(answers == [true, false, false, false, false])
        role.rested()
        let afterRest = [role.taken(), role.released()]
        #expect(afterRest == [true, true])
    }
}
