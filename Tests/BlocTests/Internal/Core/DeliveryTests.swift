import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct DeliveryRoleTests {
    @Test("the role is taken and released")
    func role() {
        let role = DeliveryRole()
        let answers = [role.take(), role.release(), role.take()]
        #expect(answers == [true, true, true])
    }

    @Test("the holder cannot release the role when another thread has queued something")
    func leaving() {
        let role = DeliveryRole()
        let answers = [role.take(), role.take(), role.take(), role.release(), role.take()]
        #expect(answers == [true, false, false, false, false])
        role.releaseUnderLock()
        let afterRest = [role.take(), role.release()]
        #expect(afterRest == [true, true])
    }
}
