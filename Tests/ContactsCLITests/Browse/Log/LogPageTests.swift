import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

private enum Ticks: Sendable { case ticked }

/// A bloc whose transitions have numbers.
private final class TickBloc: Bloc {
    typealias Event = Ticks
    typealias State = Int

    let runtime: BlocRuntime<TickBloc>

    init(_ name: String) {
        runtime = BlocRuntime(initialState: 0, name: name) { bloc in bloc.on { _, emit in emit(emit.state + 1) } }
    }
}

@Suite(.timeLimit(.minutes(20))) @MainActor struct LogPageTests {
    private func with(_ test: @MainActor (BrowseHarness, TransitionLog) async throws -> Void) async throws {
        let log = TransitionLog()
        var sources = BrowseSources()
        sources.log = log
        try await BrowseHarness.with(PeopleStore.people(1), route: .log, sources: sources) { try await test($0, log) }
    }

    @Test func `what happens is shown as it happens, and the end is followed unless one scrolls up`() async throws {
        try await with { browse, log in
            #expect(browse.text().contains("Nothing has happened yet."))
            let bloc = withBlocObserver(log) { TickBloc("ticks") }
            for _ in 0..<100 { bloc.add(.ticked) }
            while log.entries.count < 100 { await Task.yield() }
            await browse.press(.enter, shows: "Transition 100,")
            await browse.press(.escape, .up, .enter)
            #expect(browse.text().contains("Transition 99,"))
            await browse.press(.escape)
            for _ in 0..<10 { bloc.add(.ticked) }
            while log.entries.count < 110 { await Task.yield() }
            await browse.idle()
            await browse.press(.enter)
            #expect(browse.text().contains("Transition 99,"))
            await browse.press(.escape, "G", .enter, shows: "Transition 110,")
            await bloc.close()
        }
    }

    @Test func `entries are searched for`() async throws {
        try await with { browse, log in
            let blocs = withBlocObserver(log) { [TickBloc("first"), TickBloc("second")] }
            for bloc in blocs { bloc.add(.ticked) }
            await browse.shows("second#")
            await browse.press("/")
            await browse.type("FIR")
            #expect(browse.text().contains("first#") && !browse.text().contains("second#"))
            await browse.press(.escape, .escape)
            #expect(browse.text().contains("second#"))
            for bloc in blocs { await bloc.close() }
        }
    }
}
