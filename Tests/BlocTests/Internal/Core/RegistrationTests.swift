import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct HandlerTableTests {
    private typealias Anything = ProbeBloc<any Sendable, Int, Never>

    private static func registration<B>(
        _ selector: Registration<B>.Selector,
        policy: EventPolicy<B.Event> = .concurrent,
        work: HandlerWork<B> = .sync(SyncHandler { _, _ in })
    ) -> Registration<B> {
        Registration(
            selector: selector,
            name: RegistrationName(takes: B.Event.self, file: #fileID, line: #line),
            lane: 0,
            policy: fixed(policy),
            work: work
        )
    }

    private static func fixed<Event>(_ policy: EventPolicy<Event>) -> Policy {
        switch policy.choice {
        case .fixed(let policy): policy
        case .each: fatalError("A table of variants has no policy before it is chosen.")
        }
    }

    private static func table<B>(_ registrations: [Registration<B>]) -> HandlerTable<B> {
        HandlerTable(registrations: registrations, broadcasts: [])
    }

    @Test("the concrete type comes first, then the first match, then the registration for all")
    func order() {
        let table: HandlerTable<Anything> = Self.table([
            Self.registration(.all),
            Self.registration(.matching { ($0 as? String)?.hasPrefix("a") ?? false }),
            Self.registration(.matching { $0 is String }),
            Self.registration(.type(ObjectIdentifier(Int.self))),
            Self.registration(.matching { _ in true }),
        ])
        #expect(table.index(for: 1) == 3)
        #expect(table.index(for: "ab") == 1)
        #expect(table.index(for: "b") == 2)
        #expect(table.index(for: 1.5) == 4)
    }

    @Test("the registration for all takes the remaining events; without it they have none")
    func rest() {
        let withRest: HandlerTable<NumberBloc> = Self.table([
            Self.registration(.matching { $0 > 0 }), Self.registration(.all),
        ])
        #expect(withRest.index(for: 1) == 0)
        #expect(withRest.index(for: -1) == 1)
        let without: HandlerTable<NumberBloc> = Self.table([Self.registration(.matching { $0 > 0 })])
        #expect(without.index(for: -1) == nil)
        #expect(Self.table([Registration<NumberBloc>]()).index(for: 1) == nil)
    }

    @Test("only a single synchronous handler for all events, without debounce or throttle, gets the fast path")
    func fastPath() {
        let asynchronous = HandlerWork<NumberBloc>.async { _, _ in }
        #expect(Self.table([Self.registration(Registration<NumberBloc>.Selector.all)]).fastHandler != nil)
        #expect(Self.table([Self.registration(.all, work: asynchronous)]).fastHandler == nil)
        let throttled = EventPolicy<Int>.throttle(for: .seconds(1))
        #expect(
            Self.table([Self.registration(Registration<NumberBloc>.Selector.all, policy: throttled)]).fastHandler == nil
        )
        #expect(
            Self.table([Self.registration(Registration<NumberBloc>.Selector.matching { _ in true })]).fastHandler == nil
        )
        let two: [Registration<NumberBloc>] = [Self.registration(.all), Self.registration(.matching { _ in true })]
        #expect(Self.table(two).fastHandler == nil)
    }

    @Test(
        "only a single async handler for all events, without debounce or throttle, under a policy of the library, starts directly"
    )
    func soleAsync() {
        let work = HandlerWork<NumberBloc>.async { _, _ in }
        let policies: [EventPolicy<Int>] = [.concurrent, .sequential, .droppable, .restartable]
        for policy in policies {
            #expect(Self.table([Self.registration(.all, policy: policy, work: work)]).soleAsync != nil)
        }
        #expect(Self.table([Self.registration(Registration<NumberBloc>.Selector.all)]).soleAsync == nil)
        #expect(Self.table([Self.registration(.all, policy: .debounce(for: .seconds(1)), work: work)]).soleAsync == nil)
        #expect(Self.table([Self.registration(.matching { _ in true }, work: work)]).soleAsync == nil)
        let two = [Self.registration(.all, work: work), Self.registration(.matching { _ in true }, work: work)]
        #expect(Self.table(two).soleAsync == nil)
    }
}
