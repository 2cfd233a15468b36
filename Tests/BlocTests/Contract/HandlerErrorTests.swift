import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct HandlerErrorTests {
    private struct Broken: Error, Equatable {
        let event: String
    }

    @Test("G19 the error of a handler is reported with its event, and the bloc continues", arguments: [false, true])
    func throwing(isAsync: Bool) async {
        let errors = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.onError { error, event, context in errors.append("\(error) \(event ?? "-") \(context.word)") }
            let throwing: @Sendable (String, Emitter<TextBloc>) throws -> Void = { event, emit in
                emit.update { $0.append(event) }
                if event == "broken" { throw Broken(event: event) }
            }
            if isAsync {
                bloc.on(policy: .sequential) { event, emit async throws in try throwing(event, emit) }
            } else {
                bloc.on(throwing)
            }
        }
        #expect(await bloc.add("broken").word == "failed(Broken)")
        #expect(await bloc.add("whole").word == "handled")
        #expect(bloc.state == ["broken", "whole"])
        #expect(errors.entries == ["Broken(event: \"broken\") broken #1"])
    }

    @Test("G19 a fast-path handler that throws fails its receipt, and the bloc continues")
    func throwingUnobserved() async throws {
        let bloc = TextBloc([]) { bloc in
            bloc.on { event, emit in
                if event == "broken" { throw Broken(event: event) }
                emit.update { $0.append(event) }
            }
        }
        guard case .failed(let error) = await bloc.add("broken").outcome else {
            Issue.record("The handler threw.")
            return
        }
        #expect(error as? Broken == Broken(event: "broken"))
        #expect(await bloc.add("whole").word == "handled")
        #expect(bloc.state == ["whole"])
    }

    @Test("G19 the CancellationError of a cancelled handler is no error, that of another handler is one")
    func cancellationErrors() async throws {
        let errors = Log<String>()
        let clock = ManualClock()
        let bloc = TextBloc([]) { bloc in
            bloc.onError { error, event, _ in errors.append("\(type(of: error)) \(event ?? "-")") }
            bloc.on { event, _ in
                if event == "throws" { throw CancellationError() }
                try await clock.sleep(for: .seconds(1))
            }
        }
        let receipt = bloc.add("sleeps")
        try await clock.sleepers(count: 1)
        receipt.cancel()
        #expect(await receipt.word == "cancelled")
        #expect(await bloc.add("throws").word == "failed(CancellationError)")
        #expect(errors.entries == ["CancellationError throws"])
    }
}
