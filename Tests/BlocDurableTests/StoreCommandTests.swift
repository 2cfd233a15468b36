import Bloc
import BlocDurable
import BlocInspector
import Foundation
import TestWatch
import Testing

@testable import BlocDurableCommand

@Suite(.watched) struct StoreCommandTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store.db") }

    /// Runs the command.
    private func run(_ arguments: String...) -> (status: Int32, lines: [String], errors: [String]) {
        let (lines, errors) = (Log<String>(), Log<String>())
        let status = StoreCommand(say: lines.append, complain: errors.append).run(arguments)
        return (status, lines.entries, errors.entries)
    }

    private func host(_ reports: Log<String>, fails: @escaping @Sendable () -> Bool) async throws -> DurableHost {
        let report: @Sendable (StoreKey?, any Error) -> Void = { reports.append("\($1)") }
        return try await SQLiteStore(path).counters(attempts: 0, report: report) { job, work in
            if fails() { throw CounterBloc.Failure() }
            work.add(.worked(job))
        }
    }

    @Test("D10 an operator finds parked work while its host runs, and lets it go on")
    func retry() async throws {
        let (tries, reports) = (Log<String>(), Log<String>())
        let host = try await host(reports) {
            tries.append("try")
            return tries.entries.count == 1
        }
        let bloc = try await host.bloc(CounterBloc.key("a/7"))
        _ = try await bloc.add(.add(3)).committed
        _ = try await bloc.add(.work("x")).committed
        await reports.wait(forCount: 1)

        let listed = run("list", path)
        #expect(
            listed.lines.map { $0.contains("CounterBloc/a/7\t2 events\tat \(host.id)\tparked job: Failure()") } == [
                true
            ]
        )
        #expect(run("list", path, "OtherBloc").lines.isEmpty)
        let shown = run("show", path, "CounterBloc/a/7").lines
        #expect(shown.contains { $0.contains("\"sum\":3") })
        #expect(shown.last?.hasPrefix("parked job since 20") == true)
        #expect(run("journal", path, "CounterBloc/a/7").lines.map { $0.prefix(2) } == ["1\t", "2\t"])
        let json = run("journal", path, "CounterBloc/a/7", "--json").lines.joined(separator: "\n")
        let recording = try Recording(Data(json.utf8))
        #expect(recording.lines.map(\.bloc) == ["CounterBloc/a/7", "CounterBloc/a/7"])
        #expect(recording.lines.map(\.isReplayable) == [true, true])

        #expect(run("retry", path, "CounterBloc/a/7", "job").lines == ["Resumed: job of CounterBloc/a/7"])
        await bloc.state { $0.done == ["x"] }
        let again = run("retry", path, "CounterBloc/a/7", "job")
        #expect((again.status, again.errors) == (1, ["“CounterBloc/a/7” has nothing parked named “job”."]))
        await host.close()
    }

    @Test("D10 an operator gives parked work up")
    func drop() async throws {
        let reports = Log<String>()
        let host = try await host(reports) { true }
        _ = try await host.add(.work("x"), to: CounterBloc.key("a")).committed
        await reports.wait(forCount: 1)
        #expect(run("drop", path, "CounterBloc/a", "job").lines == ["Given up: job of CounterBloc/a"])
        #expect(run("show", path, "CounterBloc/a").lines.last?.hasPrefix("given up job since") == true)
        await host.close()
    }

    @Test(
        "bad input gets one message",
        arguments: [
            (["list"], 64, "usage: "), (["lst", "store.db"], 64, "Unknown command “lst”."), ([], 64, "usage: "),
            (["list", "/nonexistent/store.db"], 1, "“/nonexistent/store.db”"), (["retry", "{}", "a"], 64, "usage: "),
            (["show", "{}", "CounterBloc"], 64, "“CounterBloc” isn't of the form TYPE/ID"),
            (["show", "{}", "CounterBloc/b"], 1, "There is no bloc “CounterBloc/b”."),
        ]
    )
    func badInput(arguments: [String], status: Int, message: String) async throws {
        let host = try await host(Log()) { false }
        await host.close()
        let errors = Log<String>()
        let command = StoreCommand(say: { _ in }, complain: errors.append)
        #expect(Int(command.run(arguments.map { $0 == "{}" ? path : $0 })) == status)
        #expect(errors.entries.map { $0.hasPrefix(message) } == [true], "\(errors.entries)")
    }
}
