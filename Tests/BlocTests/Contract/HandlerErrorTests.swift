import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct HandlerErrorTests {
    private struct Broken: Error, Equatable {
        let event: String
    }

    @Test(
        "G19 the error of a handler fails its receipt, is reported with its event, and the bloc continues",
        arguments: ["sync", "async", "unobserved"]
    )
    func throwing(kind: String) async {
        let errors = Log<String>()
        let bloc = TextBloc([]) { bloc in
            if kind != "unobserved" {
                bloc.onError { error, event, context in errors.append("\(error) \(event ?? "-") \(context.word)") }
            }
            let throwing: @Sendable (String, Emitter<TextBloc>) throws -> Void = { event, emit in
                emit.update { $0.append(event) }
                if event == "broken" { throw Broken(event: event) }
            }
            if kind == "async" {
                bloc.on(policy: .sequential) { event, emit async throws in try throwing(event, emit) }
            } else {
                bloc.on(throwing)
            }
        }
        let outcome = await bloc.add("broken").outcome
        #expect(outcome.description == "failed(Broken)")
        if case .failed(let error) = outcome { #expect(error as? Broken == Broken(event: "broken")) }
        #expect(await bloc.add("whole").word == "handled")
        #expect(bloc.state == ["broken", "whole"])
        #expect(errors.entries == (kind == "unobserved" ? [] : ["Broken(event: \"broken\") broken #1"]))
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
