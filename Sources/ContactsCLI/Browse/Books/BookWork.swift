import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

/// Does the work of the first start, by the commands that do the same from a shell.
struct FirstStartWork: Sendable {
    let program: Program

    /// Begins as was chosen; a book that could not be filled is taken away again.
    ///
    /// - Parameters:
    ///   - work: What to do.
    ///   - whileClosed: Gives the terminal to a closure, which may ask for a password.
    /// - Returns: The name of the book that was begun; empty for the one that is shown.
    /// - Throws: Why it could not be done.
    @MainActor
    func perform(
        _ work: FlowWork,
        whileClosed: @MainActor (@escaping @Sendable () async throws -> Void) async throws -> Void
    ) async throws -> String {
        switch work {
        case .fetchPeople:
            @Injected(\.app.contactList) var list
            _ = try await list.contacts(ContactQuery(limit: 1), policy: .networkOnly)
            return ""
        case .addBook(let name):
            try await begin(name, [])
            return name
        case .importFile(let path):
            let name = FirstStartCoordinator.bookName
            let command = try ImportCommand.parse(["--quiet", "--", program.file(path)])
            try await fill(name, []) {
                _ = try await program.composed(book: name) { try await command.run(in: program) }
            }
            return name
        case .connect(let address, let user):
            let name = FirstStartCoordinator.bookName
            try await fill(name, ["--carddav=" + address] + (user.map { ["--user=" + $0] } ?? [])) {
                let command = try SyncCommand.parse([])
                try await whileClosed { [program] in
                    _ = try await program.composed(book: name) { try await command.run(in: program) }
                }
            }
            return name
        case .save, .remove, .merge:
            return ""
        }
    }

    private func begin(_ name: String, _ options: [String]) async throws {
        let command = try BookAddCommand.parse([name, "--quiet"] + options)
        _ = try await command.run(in: program)
        try program.bookRegistry.setStandard(name)
    }

    @MainActor
    private func fill(_ name: String, _ options: [String], _ work: @MainActor () async throws -> Void) async throws {
        let before = try program.bookRegistry.read().standard
        try await begin(name, options)
        do {
            try await work()
        } catch {
            try? program.bookRegistry.setStandard(before)
            _ = try? program.bookRegistry.remove(name, deletingDatabase: true)
            throw error
        }
    }
}
