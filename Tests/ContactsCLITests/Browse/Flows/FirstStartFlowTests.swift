import Testing

@testable import ContactsCLI

struct FirstStartFlowTests {
    @Test func `a book is begun once its form was submitted, and becomes the one that is shown`() {
        var flow = FirstStartCoordinator()
        #expect(flow.follow(.beginningChosen(.emptyBook)) == nil)
        #expect(flow.stage == .form(.emptyBook))
        #expect(flow.follow(.formSubmitted(hasChanges: true)) == .begin(.beginBook))
        #expect(flow.stage == .working(.emptyBook))
        #expect(flow.follow(.workDone("family")) == .replace(.contacts(ListRoute(book: "family"))))
    }

    @Test(arguments: [FirstStartChoice.file, .server])
    func `the form comes again when its work failed`(_ choice: FirstStartChoice) {
        var flow = FirstStartCoordinator()
        _ = flow.follow(.beginningChosen(choice))
        _ = flow.follow(.formSubmitted(hasChanges: true))
        #expect(flow.follow(.workFailed) == nil)
        #expect(flow.stage == .form(choice))
        #expect(flow.follow(.left()) == nil)
        #expect(flow.stage == .choice)
    }

    @Test func `looking around needs no answer and stays in the book`() {
        var flow = FirstStartCoordinator()
        #expect(flow.follow(.beginningChosen(.demonstration)) == .begin(.fetchPeople))
        #expect(flow.follow(.workDone(nil)) == .replace(.home))
        var failing = FirstStartCoordinator()
        _ = failing.follow(.beginningChosen(.demonstration))
        #expect(failing.follow(.workFailed) == nil)
        #expect(failing.stage == .choice)
    }

    @Test func `work begins only after what it needs was given`() {
        let steps: [FlowStep] =
            FirstStartChoice.allCases.map(FlowStep.beginningChosen)
            + [.formSubmitted(hasChanges: true), .left(), .rejected, .confirmed, .workDone("x"), .workFailed]
        var random = SeededRandom(seed: 4)
        for _ in 0..<3_000 {
            var flow = FirstStartCoordinator()
            for _ in 0..<20 {
                let before = flow.stage
                let step = steps.randomElement(using: &random) ?? .confirmed
                guard case .begin(let work)? = flow.follow(step) else { continue }
                switch work {
                case .fetchPeople: #expect(before == .choice)
                case .beginBook: #expect([.form(.emptyBook), .form(.file), .form(.server)].contains(before))
                case .save, .remove, .merge: Issue.record("\(work)")
                }
            }
        }
    }

    @Test func `each choice says what it does`() {
        for choice in FirstStartChoice.allCases {
            #expect(!choice.title.isEmpty && !choice.explanation.isEmpty)
        }
    }
}
