import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct PolicyVariantsTests {
    private let registration = Registration<NumberBloc>(
        selector: .all,
        name: RegistrationName(takes: Int.self, file: #fileID, line: #line),
        lane: 0,
        policy: .concurrent,
        work: .sync(SyncHandler { _, _ in })
    )

    private func variants(
        hasLane: Bool = false,
        _ policy: @escaping @Sendable (Int) -> EventPolicy<Int>
    ) -> PolicyVariants<NumberBloc> {
        PolicyVariants(choosers: [2: .init(policy: { policy($0).policy(for: $0) }, hasLane: hasLane)], laneCount: 3)
    }

    @Test("each rule has a lane of its own, which its events share, and each debounce a registration")
    func lanes() {
        let variants = variants { event in
            switch event {
            case 0: .sequential
            case 1: .restartable
            default: .restartable.debounce(for: .seconds(event))
            }
        }
        #expect(variants.chooses(2) && !variants.chooses(0))
        let indices = [0, 1, 0, 2, 3, 2].map { variants.index(for: $0, of: registration, at: 2, [:]) }
        #expect(indices == [0, 1, 0, 2, 3, 2])
        #expect((0..<4).map { variants[$0].lane } == [3, 4, 4, 4])
    }

    @Test("a policy's own lane comes first, then that of the registration; known names are those of the bloc")
    func names() {
        let variants = variants(hasLane: true) { event in
            switch event {
            case 0: .sequential
            case 1: .sequential.lane("known")
            default: .sequential.lane("new")
            }
        }
        let indices = [0, 1, 2, 2].map { variants.index(for: $0, of: registration, at: 2, ["known": 1]) }
        #expect(indices == [0, 1, 2, 2])
        #expect((0..<3).map { variants[$0].lane } == [0, 1, 3])
        #expect(variants.lane(named: "new") == 3)
        #expect(variants.lane(named: "known") == nil)
    }

    @Test("rules of one type share a lane, and each event is decided by the rule that it chose")
    func rules() {
        struct Rule: ConcurrencyRule {
            let drops: Bool
            func decision(in situation: LaneSituation) -> LaneDecision { drops ? .drop : .start }
        }
        let variants = variants { .custom(Rule(drops: $0 > 0)) }
        #expect([0, 1].map { variants.index(for: $0, of: registration, at: 2, [:]) } == [0, 0])
        let situation = LaneSituation(arriving: 1)
        #expect(variants.policy(for: 0, of: 0).rule.decision(in: situation) == .start)
        #expect(variants.policy(for: 1, of: 0).rule.decision(in: situation) == .drop)
    }
}
