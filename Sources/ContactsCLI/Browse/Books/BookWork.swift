import ArgumentParser
import Bloc
import BlocKit
import BookSync
import Primitives
import Repository
import Services
import Synchronization

/// Begins, fills and synchronizes books for the pages, by the commands that do the same from a shell.
struct BookWork: Sendable {
    let program: Program

    /// Begins a book as the form says, and returns its name; one that could not be filled is taken away again.
    @MainActor
    func perform(_ form: BookForm, progress: @escaping BookPageWork.Progress) async throws -> String {
        let typed = form[.name]
        let name = typed.isEmpty ? BookForm.usualName : typed
        switch form.kind {
        case .own:
            try await add(name, [])
        case .file:
            let program = program.unasked()
            let command = try ImportCommand.parse(["--", program.file(form[.file])])
            try await fill(name, []) {
                _ = try await program.composed(book: name) { try await command.run(in: program) }
            }
        case .folder, .server:
            let source =
                form.kind == .folder ? "--folder=" + program.file(form[.folder]) : "--carddav=" + form[.address]
            let user = form[.user].isEmpty ? [] : ["--user=" + form[.user]]
            try await fill(name, [source] + user) {
                _ = try await synchronize(name, password: form[.password], progress: progress)
            }
        case .connection(let book):
            let registry = try program.bookRegistry
            let user = form[.user].isEmpty ? nil : form[.user]
            let source = BookSource.carddav(CardDAVAccount(address: form[.address], user: user))
            try source.check()
            try registry.setSource(source, of: book)
            let hasBegun = Mutex(false)
            do {
                _ = try await synchronize(book, password: form[.password]) { text in
                    hasBegun.withLock { $0 = true }
                    progress(text)
                }
            } catch {
                // What was carried over stays, and the next synchronization goes on from there.
                if !hasBegun.withLock({ $0 }) { try? registry.setSource(.none, of: book) }
                throw error
            }
            return book
        case .password(let book):
            _ = try await synchronize(book, password: form[.password], progress: progress)
            return book
        }
        return name
    }

    func needsPassword(_ row: BookRow) async -> Bool {
        guard case .carddav(let account) = row.source, account.user != nil || account.address.contains("@") else {
            return false
        }
        let book = Book(name: row.name, databasePath: row.database, source: row.source)
        return (try? await SourcePassword(of: book, account, in: program.unasked()).value()) == nil
    }

    /// Synchronizes a book with its folder or server.
    ///
    /// The password of the server is empty where it comes from elsewhere.
    ///
    /// - Returns: What was done, in a sentence.
    /// - Throws: ``Failure`` when the source fails, and the errors of the store.
    func synchronize(
        _ book: String,
        password: String,
        progress: @escaping BookPageWork.Progress
    ) async throws -> String {
        let program = program.unasked(password: password)
        return try await program.composed(book: book) {
            @Injected(\.app) var app
            guard let service = try app.bookSync(program) else {
                throw Failure(.usage, "The book “\(book)” has no folder and no server to synchronize with.")
            }
            let bloc = BookSyncBloc(service: service, manager: app.manager)
            let answer = try await bloc.answer(to: .requested(BookSyncRequest())) { state in
                guard case .loading(.progress(let made)?) = state else { return }
                let count = made.total > 0 ? "\(made.done) of \(made.total)" : "\(made.done)"
                progress("Synchronizing: \(count) contacts")
            }
            guard case .finished(let report)? = try answer.get() else { throw CancellationError() }
            let settled = report.entries.filter { $0.action == .conflict }.map(\.name)
            let names = settled.prefix(3).joined(separator: ", ") + (settled.count > 3 ? ", …" : "")
            return report.summary(isTrial: false) + (settled.isEmpty ? "" : " In conflict: \(names).")
        }
    }

    var forPages: BookPageWork {
        BookPageWork(
            perform: { try await perform($0, progress: $1) },
            needsPassword: { await needsPassword($0) },
            synchronize: { try await synchronize($0, password: "", progress: $1) },
            makeDefault: { try program.bookRegistry.setStandard($0) },
            takeMessages: { program.messages.takeKept() }
        )
    }

    private func add(_ name: String, _ options: [String]) async throws {
        let command = try BookAddCommand.parse(options + ["--", name])
        _ = try await command.run(in: program.unasked())
        let registry = try program.bookRegistry
        if try registry.read().standard == Book.peopleName { try registry.setStandard(name) }
    }

    @MainActor
    private func fill(_ name: String, _ options: [String], _ work: @MainActor () async throws -> Void) async throws {
        let before = try program.bookRegistry.read().standard
        try await add(name, options)
        do {
            try await work()
        } catch {
            try? program.bookRegistry.setStandard(before)
            _ = try? program.bookRegistry.remove(name, deletingDatabase: true)
            throw error
        }
    }
}

extension Program {
    /// The program for work behind a page: the user is not asked at the terminal, and a password that was typed on the page
    /// is the one of the server.
    fileprivate func unasked(password: String = "") -> Program {
        // The page says itself that it is done.
        let messages = MessagePrinter(quietlyTo: messages)
        var environment = environment
        if !password.isEmpty { environment[SourcePassword.variable] = password }
        return Program(
            output: output,
            screen: screen,
            prompt: Prompt(input: input, canAsk: false, messages: messages),
            environment: environment,
            options: options
        )
    }
}
