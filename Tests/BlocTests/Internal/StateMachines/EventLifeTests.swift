import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct EventLifeTests {
    private typealias State = EventLife.State

    /// An input of a life.
    private enum Input: String, CaseIterable, CustomTestStringConvertible {
        case accepted, taken, debounced, debouncePassed, heldByLane, releasedByLane, startedSync, startedAsync

        var testDescription: String { rawValue }
    }

    /// A life in each state, with the way that leads there.
    private static let lives: [(path: [Input], isCancelled: Bool, state: State)] = [
        ([], false, .arrived),
        ([.accepted], false, .queued(.match)),
        ([.accepted, .taken], false, .inHand(.match)),
        ([.accepted, .taken], true, .cancelledInHand),
        ([.accepted, .taken, .debounced], false, .debounced(registration: 3)),
        ([.accepted, .taken, .debounced, .debouncePassed], false, .queued(.enterLane(registration: 3))),
        ([.accepted, .taken, .debounced, .debouncePassed, .taken], false, .inHand(.enterLane(registration: 3))),
        ([.accepted, .taken, .heldByLane], false, .waiting(registration: 3)),
        ([.accepted, .taken, .heldByLane, .releasedByLane], false, .queued(.run(registration: 3))),
        ([.accepted, .taken, .heldByLane, .releasedByLane, .taken], false, .inHand(.run(registration: 3))),
        ([.accepted, .taken, .startedSync], false, .runningSync),
        ([.accepted, .taken, .startedAsync], false, .running),
        ([.accepted, .taken, .startedAsync], true, .unwinding),
    ]

    private static func life(_ path: [Input], isCancelled: Bool) -> EventLife {
        var life = EventLife.arrived
        for input in path { tell(&life, input) }
        if isCancelled { _ = life.cancelled() }
        return life
    }

    private static func tell(_ life: inout EventLife, _ input: Input) {
        switch input {
        case .accepted: life.accepted()
        case .taken: life.taken()
        case .debounced: life.debounced(registration: 3)
        case .debouncePassed: life.debouncePassed()
        case .heldByLane: life.heldByLane(registration: 3)
        case .releasedByLane: life.releasedByLane()
        case .startedSync: life.started(isAsync: false)
        case .startedAsync: life.started(isAsync: true)
        }
    }

    @Test("each way through a life leads to its state", arguments: lives.indices)
    func ways(index: Int) {
        let (path, isCancelled, state) = Self.lives[index]
        #expect(Self.life(path, isCancelled: isCancelled).state == state)
    }

    @Test("an input that does not fit a state changes nothing", arguments: lives.indices)
    func unfitting(index: Int) {
        let (path, isCancelled, state) = Self.lives[index]
        for input in Input.allCases {
            var life = Self.life(path, isCancelled: isCancelled)
            Self.tell(&life, input)
            #expect(life.state == state || Self.fits(input, state), "\(input) in \(state) led to \(life.state)")
            if Self.fits(input, state) { #expect(life.state != state, "\(input) in \(state) changed nothing") }
        }
    }

    private static func fits(_ input: Input, _ state: State) -> Bool {
        switch (state, input) {
        case (.arrived, .accepted), (.queued, .taken), (.debounced, .debouncePassed), (.waiting, .releasedByLane),
            (.inHand, .debounced), (.inHand, .heldByLane), (.inHand, .startedSync), (.inHand, .startedAsync):
            true
        default:
            false
        }
    }

    @Test("cancelling ends what waits, mutes what runs, and marks what is in hand", arguments: lives.indices)
    func cancelling(index: Int) {
        let (path, isCancelled, state) = Self.lives[index]
        var life = Self.life(path, isCancelled: isCancelled)
        let action = life.cancelled()
        switch state {
        case .arrived, .queued, .debounced, .waiting:
            #expect(action == .end)
            #expect(life.state == state)
        case .inHand:
            #expect(action == .nothing)
            #expect(life.state == .cancelledInHand)
        case .running:
            #expect(action == .cancelTask)
            #expect(life.state == .unwinding)
            #expect(life.cancelled() == .nothing, "a task is cancelled once")
        case .cancelledInHand, .runningSync, .unwinding, .ended:
            #expect(action == .nothing)
            #expect(life.state == state)
        }
    }

    @Test("a handler may publish while it runs and is not cancelled", arguments: lives.indices)
    func publishing(index: Int) {
        let (path, isCancelled, state) = Self.lives[index]
        let mayPublish = Self.life(path, isCancelled: isCancelled).mayPublish
        #expect(mayPublish == (state == .running || state == .runningSync))
    }

    @Test(
        "the end is reported once: as a refusal before acceptance, as cancelled after a cancellation",
        arguments: lives.indices
    )
    func ending(index: Int) {
        let (path, isCancelled, state) = Self.lives[index]
        var life = Self.life(path, isCancelled: isCancelled)
        let first = life.ended(.handled)
        #expect(life.state == .ended)
        #expect(!life.mayPublish)
        switch (state, first) {
        case (.arrived, .reportRefusal(let outcome)): #expect("\(outcome)" == "handled")
        case (.cancelledInHand, .reportEnd(let outcome)), (.unwinding, .reportEnd(let outcome)):
            #expect("\(outcome)" == "cancelled")
        case (_, .reportEnd(let outcome)): #expect("\(outcome)" == "handled")
        case (_, .reportRefusal), (_, .nothing): Issue.record("\(first) in \(state)")
        }
        guard case .nothing = life.ended(.cancelled) else {
            Issue.record("The end was reported twice.")
            return
        }
        for input in Input.allCases { Self.tell(&life, input) }
        #expect(life.cancelled() == .nothing)
        #expect(life.state == .ended, "nothing follows the end")
    }

    @Test("an event of the fast path runs from the start, and nothing cancels it")
    func fastPath() {
        var life = EventLife.onFastPath
        #expect(life.state == .runningSync)
        #expect(life.mayPublish)
        #expect(life.cancelled() == .nothing)
    }
}
