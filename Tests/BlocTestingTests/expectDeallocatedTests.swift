import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct ExpectDeallocatedTests {
    /// A bloc whose handler captures what it must not: itself.
    private final class SelfishBloc: Bloc {
        typealias Event = Int
        typealias State = Int
        let runtime: BlocRuntime<SelfishBloc>

        init(_ keeper: Keeper) {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on { event, emit in emit(event + (keeper.bloc.value?.state ?? 0)) }
            }
            keeper.bloc.value = self
        }
    }

    private final class Keeper: Sendable {
        let bloc = Shared<SelfishBloc?>(nil)
    }

    @Test("G82 a released bloc passes, open or closed")
    func released() async {
        for closes in [false, true] {
            await expectDeallocated {
                let bloc = TallyBloc()
                bloc.add(.added(1))
                if closes { await bloc.close() }
                return bloc
            }
        }
    }

    @Test("G85 a bloc that its handler keeps fails at the line of the caller")
    func retained() async throws {
        let line = #line + 2
        let issues = try await recordedIssues {
            await expectDeallocated { SelfishBloc(Keeper()) }
        }
        let issue = try #require(issues.first)
        #expect(issues.count == 1)
        #expect(issue.text.hasPrefix("A SelfishBloc is still alive after the body that created it."))
        #expect(issue.sourceLocation?.line == line)
    }

    @Test("G82 the caller gets the error of the body")
    func throwing() async {
        await #expect(throws: TallyBloc.Refusal.self) {
            try await expectDeallocated { () throws -> TallyBloc in throw TallyBloc.Refusal(reason: "no") }
        }
    }
}
