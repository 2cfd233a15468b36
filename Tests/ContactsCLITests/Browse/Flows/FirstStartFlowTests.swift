import Testing

@testable import ContactsCLI

struct FirstStartFlowTests {
    @Test func `an empty book gets its name and becomes the one that is shown`() {
        var flow = FirstStartCoordinator()
        #expect(flow.follow(.beginningChosen(.emptyBook)) == nil)
        #expect(flow.stage == .question(.emptyBook))
        #expect(flow.follow(.textEntered(" family ")) == .begin(.addBook(name: "family")))
        #expect(flow.stage == .working(.emptyBook, "family"))
        #expect(flow.follow(.workDone("family")) == .replace(.contacts(ListRoute(book: "family"))))
    }

    @Test func `a book without a given name has the usual one`() {
        var flow = FirstStartCoordinator()
        _ = flow.follow(.beginningChosen(.emptyBook))
        #expect(flow.follow(.textEntered("  ")) == .begin(.addBook(name: "home")))
    }

    @Test func `a file is imported, and its question comes again when that fails`() {
        var flow = FirstStartCoordinator()
        _ = flow.follow(.beginningChosen(.file))
        #expect(flow.follow(.textEntered("")) == nil)
        #expect(flow.follow(.textEntered("cards.vcf")) == .begin(.importFile(path: "cards.vcf")))
        #expect(flow.follow(.workFailed) == nil)
        #expect(flow.stage == .question(.file))
        #expect(flow.follow(.left()) == nil)
        #expect(flow.stage == .choice)
    }

    @Test func `a server is connected by its address`() {
        var flow = FirstStartCoordinator()
        _ = flow.follow(.beginningChosen(.server))
        #expect(flow.follow(.textEntered("ada@example.org")) == .begin(.connect(address: "ada@example.org", user: nil)))
        #expect(flow.follow(.workDone("home")) == .replace(.contacts(ListRoute(book: "home"))))
    }

    @Test func `the address of a server asks for the user first`() {
        var flow = FirstStartCoordinator()
        _ = flow.follow(.beginningChosen(.server))
        #expect(flow.follow(.textEntered("https://dav.example.org/")) == nil)
        #expect(flow.stage == .user(address: "https://dav.example.org/"))
        #expect(flow.follow(.left()) == nil)
        #expect(flow.stage == .question(.server))
        _ = flow.follow(.textEntered("https://dav.example.org/"))
        let work = FlowWork.connect(address: "https://dav.example.org/", user: "ada")
        #expect(flow.follow(.textEntered(" ada ")) == .begin(work))
        #expect(flow.follow(.workFailed) == nil)
        #expect(flow.stage == .question(.server))
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
            + [.textEntered("x"), .textEntered(""), .left(), .rejected, .confirmed, .workDone("x"), .workFailed]
        var random = SeededRandom(seed: 4)
        for _ in 0..<3_000 {
            var flow = FirstStartCoordinator()
            for _ in 0..<20 {
                let before = flow.stage
                let step = steps.randomElement(using: &random) ?? .confirmed
                guard case .begin(let work)? = flow.follow(step) else { continue }
                switch work {
                case .fetchPeople: #expect(before == .choice)
                case .addBook: #expect(before == .question(.emptyBook))
                case .importFile(let path): #expect(before == .question(.file) && path == "x")
                case .connect(let address, _): #expect(before == .user(address: "x") && address == "x")
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
