#if Logging
import Bloc
import BlocLogging
import InMemoryLogging
import Logging
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoggingObserverTests {
    struct Refused: Error, CustomStringConvertible {
        var description: String { "refused for Ada" }
    }

    final class SearchBloc: Bloc {
        enum Event {
            case typed(String)
            case again
            case refused
            case repeated(Int)
        }
        enum Effect { case found(String) }
        struct State: Equatable { var text = "" }
        let runtime: BlocRuntime<SearchBloc>

        init() {
            runtime = BlocRuntime(initialState: State(), name: "left") { bloc in
                bloc.history()
                bloc.on { event, emit in
                    switch event {
                    case .typed(let text):
                        emit(State(text: text))
                        emit.effect(.found(text))
                    case .again: emit.add(.repeated(1))
                    case .repeated: break
                    case .refused: throw Refused()
                    }
                }
            }
        }
    }

    /// The entries of one run: message, level and metadata without the bloc.
    private static func entries(_ content: LoggingObserver.Content) async -> [InMemoryLogHandler.Entry] {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .trace
        await withBlocObserver(LoggingObserver(logger: logger, content: content)) {
            let bloc = SearchBloc()
            bloc.add(.typed("Ada"))
            bloc.add(.again)
            bloc.add(.refused)
            bloc.undo()
            await bloc.close()
            bloc.add(.typed("Ada"))
        }
        return handler.entries
    }

    private static func line(_ entry: InMemoryLogHandler.Entry) -> String {
        let metadata = entry.metadata.filter { $0.key != "bloc" && $0.key != "cause" }
            .map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        return "\(entry.level) \(entry.message) \(metadata)"
    }

    @Test("G37 every hook is logged with names alone and its cause, errors at a level of their own")
    func names() async {
        let entries = await Self.entries([])
        #expect(
            entries.map(Self.line) == [
                "debug created ",
                "debug event event=typed sequence=1", "debug transition event=typed sequence=1",
                "debug effect effect=found sequence=1", "debug done outcome=handled sequence=1",
                "debug event event=again sequence=2", "debug event event=repeated sequence=3",
                "debug done outcome=handled sequence=2", "debug done outcome=handled sequence=3",
                "debug event event=refused sequence=4", "warning error error=Refused event=refused sequence=4",
                "debug done outcome=failed(Refused) sequence=4",
                "debug transition trigger=undo", "debug closed by-owner=true",
                "debug dropped event=typed reason=closed sequence=5",
            ]
        )
        #expect(!"\(entries)".contains("Ada"), "what events and states contain may be personal")
        #expect(entries.allSatisfy { "\($0.metadata["bloc"] ?? "")".hasPrefix("SearchBloc(left)#") })
        let causes = entries.filter { $0.message == "event" }.compactMap { $0.metadata["cause"].map { "\($0)" } }
        #expect(causes.map { $0.hasPrefix("SearchBloc(left)#") && $0.hasSuffix("/2") } == [true])
    }

    @Test("contents are logged when they are asked for")
    func contents() async {
        let lines = await Self.entries(.all).map(Self.line)
        #expect(lines.contains("debug event event=typed(\"Ada\") sequence=1"))
        #expect(
            lines.contains(
                "debug transition event=typed(\"Ada\") from=State(text: \"\") sequence=1 to=State(text: \"Ada\")"
            )
        )
        #expect(lines.contains("debug effect effect=found(\"Ada\") sequence=1"))
        #expect(lines.contains("warning error description=refused for Ada error=Refused event=refused sequence=4"))
        let events = await Self.entries(.events).map(Self.line)
        #expect(events.contains("debug event event=typed(\"Ada\") sequence=1"))
        #expect(events.contains("debug effect effect=found sequence=1"))
    }
}
#endif
