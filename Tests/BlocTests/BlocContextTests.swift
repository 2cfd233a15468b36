import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BlocContextTests {
    @Test("a scope changes the context of the blocs that are created in it, and no other")
    func scope() {
        #expect(BlocContext.current.observers.isEmpty)
        BlocContext.with {
            $0.executor = StepExecutor()
        } _: {
            #expect(BlocContext.current.executor != nil)
            BlocContext.with {
                $0.observers.append(HookLog(log: Log()))
            } _: {
                #expect(BlocContext.current.executor != nil, "an inner scope keeps what the outer one set")
                #expect(BlocContext.current.observers.count == 1)
            }
            #expect(BlocContext.current.observers.isEmpty)
        }
        #expect(BlocContext.current.executor == nil)
    }

    @Test("a wrapped clock counts from the moment at which it was wrapped")
    func clock() async {
        let manual = ManualClock()
        manual.advance(by: .seconds(5))
        let bloc = BlocContext.with {
            $0.clock = BlocClock(manual)
        } _: {
            NumberBloc(0) { bloc in bloc.on(policy: .throttle(for: .seconds(1))) { event, emit in emit(event) } }
        }
        #expect(await bloc.add(1).word == "handled")
        manual.advance(by: .milliseconds(999))
        #expect(await bloc.add(2).word == "dropped(throttled)")
        manual.advance(by: .milliseconds(1))
        #expect(await bloc.add(3).word == "handled")
    }
}
