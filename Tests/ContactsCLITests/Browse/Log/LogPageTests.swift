import Bloc
import BlocKit
import Foundation
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

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
            let bloc = withBlocObserver(log) { SecretBloc("ticks") }
            for number in 0..<100 { bloc.add(.typed("\(number)")) }
            while log.entries.count < 100 { await Task.yield() }
            await browse.press(.enter, shows: "Transition 100,")
            await browse.press(.escape, .up, .enter)
            #expect(browse.text().contains("Transition 99,"))
            await browse.press(.escape)
            for number in 100..<110 { bloc.add(.typed("\(number)")) }
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
            let blocs = withBlocObserver(log) { [SecretBloc("first"), SecretBloc("second")] }
            for bloc in blocs { bloc.add(.typed("x")) }
            await browse.shows("second#")
            await browse.type("/FIR")
            #expect(browse.text().contains("first#") && !browse.text().contains("second#"))
            await browse.press(.escape, .escape)
            #expect(browse.text().contains("second#"))
            for bloc in blocs { await bloc.close() }
        }
    }
}

/// A bloc with a state that has something to hide.
private final class SecretBloc: Bloc {
    typealias Event = SecretEvent
    typealias State = SecretState

    let runtime: BlocRuntime<SecretBloc>

    init(_ name: String = "secrets") {
        runtime = BlocRuntime(initialState: SecretState(), name: name) { bloc in
            bloc.on { event, emit in
                switch event {
                case .typed(let text): emit.update { $0.text = text }
                case .loaded(let text): emit.update { $0.content = .hasData(text) }
                case .failed: throw RepositoryError(.databaseBusy, "Ada Lovelace is busy.")
                }
            }
        }
    }
}

private enum SecretEvent: Sendable {
    case typed(String)
    case loaded(String)
    case failed
}

private struct SecretState: Equatable, Sendable {
    var text = ""
    var content = ContentLoadState<String, RepositoryError>.loading()
}

struct TransitionLogTests {
    @Test(.timeLimit(.minutes(1)))
    func `transitions and errors are told and kept in names, without what they contain`() async throws {
        let log = TransitionLog { Date(timeIntervalSince1970: 0) }
        let additions = log.additions()
        let bloc = withBlocObserver(log) { SecretBloc() }
        bloc.add(.typed("Ada Lovelace"))
        bloc.add(.loaded("Ada Lovelace"))
        bloc.add(.failed)
        for await _ in additions where log.entries.count == 3 { break }
        #expect(log.entries.map(\.event) == ["typed", "loaded", "failed"])
        #expect(log.entries.map(\.change) == ["text", "content: loading → hasData", "RepositoryError: database-busy"])
        #expect(log.entries.map(\.kind) == [.transition, .transition, .error])
        #expect(!"\(log.entries)".contains("Ada"))
        await bloc.close()
    }

    @Test func `the oldest entries make room, in their order`() async throws {
        let log = TransitionLog()
        let bloc = withBlocObserver(log) { SecretBloc() }
        for number in 0..<(TransitionLog.limit + 7) { bloc.add(.typed("\(number)")) }
        while log.entries.last?.number != TransitionLog.limit + 7 { await Task.yield() }
        #expect(log.entries.map(\.number) == Array(8...(TransitionLog.limit + 7)))
        await bloc.close()
    }

    @Test func `a state that is a case is told by the names of cases`() {
        typealias State = ContentLoadState<String, RepositoryError>
        #expect(StateChange.text(from: State.loading(), to: State.hasData("x")) == "loading → hasData")
        #expect(StateChange.text(from: 1, to: 2) == "Int")
    }
}
