import Primitives
import Testing

@Suite struct WorkCountTests {
    @Test func `the steps within are counted, and no others`() {
        WorkCount.add(5)
        var inner: Int?
        let steps = WorkCount.steps {
            WorkCount.add(2)
            inner = WorkCount.steps { WorkCount.add(7) }
            WorkCount.add(3)
        }
        // Builds that do not count have no steps.
        #expect(steps == nil || steps == 5)
        #expect(inner == nil || inner == 7)
    }
}
