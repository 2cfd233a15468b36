import Repository
import Testing

@testable import ContactsCLI

struct ContactFlowsTests {
    private static let ids = ["ada", "bea"].map { ContactID(rawValue: $0) }

    private static let steps: [FlowStep] = [
        .formSubmitted(hasChanges: true), .formSubmitted(hasChanges: false), .left(hasChanges: true), .left(),
        .confirmed, .rejected, .workDone("ada"), .workDone(nil), .workFailed, .pageChosen(.history),
        .contactChosen(ids[0]), .mergeChosen(ids), .mergeChosen([ids[0]]), .removalChosen(ids), .removalChosen([]),
        .beginningChosen(.file),
    ]

    @Test func `a form shows what would change before it is saved`() {
        var flow = EditCoordinator()
        #expect(flow.follow(.formSubmitted(hasChanges: true)) == nil)
        #expect(flow.stage == .difference)
        #expect(flow.follow(.confirmed) == .begin(.save))
        #expect(flow.stage == .saving)
        #expect(flow.follow(.left()) == nil)
        #expect(flow.follow(.workDone("ada")) == .replace(.contact("ada")))
    }

    @Test func `a form without changes is left at once, and one with changes asks`() {
        var flow = EditCoordinator()
        #expect(flow.follow(.left()) == .back)
        #expect(flow.follow(.formSubmitted(hasChanges: false)) == .back)
        #expect(flow.follow(.left(hasChanges: true)) == nil)
        #expect(flow.stage == .discarding)
        #expect(flow.follow(.rejected) == nil)
        #expect(flow.stage == .form)
        _ = flow.follow(.left(hasChanges: true))
        #expect(flow.follow(.confirmed) == .back)
    }

    @Test func `what could not be saved is in the form again`() {
        var flow = EditCoordinator()
        for step in [FlowStep.formSubmitted(hasChanges: true), .confirmed, .workFailed] { _ = flow.follow(step) }
        #expect(flow.stage == .form)
    }

    @Test func `contacts are removed after a yes`() {
        var flow = RemovalCoordinator(leavesPage: true)
        #expect(flow.follow(.removalChosen(Self.ids)) == nil)
        #expect(flow.stage == .question(Self.ids))
        #expect(flow.follow(.confirmed) == .begin(.remove(Self.ids)))
        #expect(flow.follow(.workDone(nil)) == .back)
        #expect(flow.stage == .contacts)
        var list = RemovalCoordinator(leavesPage: false)
        for step in [FlowStep.removalChosen(Self.ids), .confirmed] { _ = list.follow(step) }
        #expect(list.follow(.workDone(nil)) == nil)
        #expect(list.stage == .contacts)
    }

    @Test func `duplicates are merged after a look at what comes of it`() {
        var flow = MergeCoordinator()
        #expect(flow.follow(.mergeChosen(Self.ids)) == nil)
        #expect(flow.stage == .preview(Self.ids))
        #expect(flow.follow(.confirmed) == .begin(.merge(Self.ids)))
        #expect(flow.follow(.workDone(nil)) == nil)
        #expect(flow.stage == .groups)
        #expect(flow.follow(.left()) == .back)
    }

    @Test func `nothing is written without a yes, whatever steps come`() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<3_000 {
            var edit = EditCoordinator()
            var removal = RemovalCoordinator(leavesPage: Bool.random(using: &random))
            var merge = MergeCoordinator()
            for _ in 0..<30 {
                let step = Self.steps.randomElement(using: &random) ?? .confirmed
                let before = (edit.stage, removal.stage, merge.stage)
                if case .begin? = edit.follow(step) { #expect(before.0 == .difference && step == .confirmed) }
                if case .begin(let work)? = removal.follow(step) {
                    #expect(step == .confirmed && work == .remove(Self.ids) && before.1 == .question(Self.ids))
                }
                if case .begin(let work)? = merge.follow(step) {
                    #expect(step == .confirmed && work == .merge(Self.ids) && before.2 == .preview(Self.ids))
                }
                // Each flow can be left from where it is.
                var leaving = edit
                for _ in 0..<3 where leaving.stage != .saving { _ = leaving.follow(.left()) }
                #expect(leaving.stage == .form || leaving.stage == .saving)
            }
        }
    }
}
