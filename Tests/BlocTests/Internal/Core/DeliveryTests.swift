import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct DeliveryRoleTests {
    @Test("one has the role, and gives it back")
    func role() {
        let role = DeliveryRole()
        let answers = [role.take(), role.release(), role.take()]
        #expect(answers == [true, true, true])
    }

    @Test("who has the role cannot give it back unseen when another left something")
    func leaving() {
        let role = DeliveryRole()
        let answers = [role.take(), role.take(), role.take(), role.release(), role.take()]
        #expect(answers == [true, false, false, false, false])
        role.releaseUnderLock()
        let afterRest = [role.take(), role.release()]
        #expect(afterRest == [true, true])
    }
}
