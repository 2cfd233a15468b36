import Primitives
import Repository
import Services

/// Finds the password or token for a book's server, once per run.
///
/// It tries the book's command, the variable `CONTACTS_SOURCE_PASSWORD`, the keyring (`secret-tool`) and finally a
/// prompt at the terminal. A token comes only from the command, which is run again when the token has expired. Neither
/// is ever stored in a file or passed on a command line.
actor SourcePassword {
    static let variable = "CONTACTS_SOURCE_PASSWORD"
    /// The maximum size of a password, in bytes.
    private static let limit = 4_096

    private let book: Book
    private let account: CardDAVAccount
    private let program: Program
    /// The maximum wait for a password if the user must not be asked; `nil` if they may be.
    private let examination: Duration?
    private var found: Secret?

    static let examinationTime = Duration.seconds(10)

    init(of book: Book, _ account: CardDAVAccount, in program: Program, examination: Duration? = nil) {
        self.book = book
        self.account = account
        self.program = program
        self.examination = examination
    }

    /// Returns the password or token; if the server has rejected a token, runs the command again.
    ///
    /// - Throws: ``Failure`` with the status `configuration` if the book's command fails, or `usage` if no source has
    ///   the password and no user can be asked; `UnexaminedSource` if an examination finds no password;
    ///   `CancellationError` if a signal interrupts the wait.
    func value(insteadOf rejected: String? = nil) async throws -> Secret {
        if let found, found.value != rejected { return found }
        let password = try await search()
        found = password
        return password
    }

    private func search() async throws -> Secret {
        if let command = account.tokenCommand { return try await output(of: command, "token") }
        if let command = account.passwordCommand { return try await output(of: command, "password") }
        if let value = program.environment[Self.variable], !value.isEmpty { return Secret(value) }
        if let kept = await Keyring(program.environment)?.password(for: account, deadline: examination) { return kept }
        guard examination == nil else {
            throw UnexaminedSource(
                reason: "its password is neither in \(Self.variable) nor in the keyring",
                advice: "Set \(Self.variable), store the password with secret-tool, or add the book with "
                    + "--password-command; contacts --book \(book.name) sync asks for it."
            )
        }
        guard program.prompt.canAsk else {
            throw Failure(
                .usage,
                "The book “\(book.name)” needs the password of its server, and this is not a terminal. Set "
                    + "\(Self.variable), or add the book with --password-command."
            )
        }
        guard let answer = try await program.prompt.secret(question), !answer.isEmpty else {
            throw Failure(.failure, "No password was given.")
        }
        return Secret(answer)
    }

    private var question: String {
        let user = account.user.map { " of \($0)" } ?? ""
        return "Password\(user) for the book “\(book.name)”:"
    }

    private func output(of command: String, _ what: String) async throws -> Secret {
        let result = await ShellOutput.of(command, deadline: examination)
        guard result?.isLate != true else {
            throw UnexaminedSource(
                reason: "its \(what) command didn't finish within \(examination?.components.seconds ?? 0) s",
                advice: "Run the command in a shell to see what it is waiting for."
            )
        }
        guard let result, result.status == 0 else {
            let end = result.map { "exited with status \($0.status)" } ?? "couldn't be started"
            throw Failure(
                .configuration,
                "The \(what) command of the book “\(book.name)” \(end). Run it in a shell to see why."
            )
        }
        let text = String(decoding: result.output, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).first, line.utf8.count <= Self.limit else {
            throw Failure(
                .configuration,
                "The \(what) command of the book “\(book.name)” printed no \(what) on its first line."
            )
        }
        return Secret(String(line))
    }

    /// Asks for the password of a new book and, if the user agrees, saves it in the keyring.
    ///
    /// Does nothing if the password comes from elsewhere, if no user can be asked, or without a keyring.
    func offerToKeep() async throws {
        guard account.passwordCommand == nil, account.tokenCommand == nil,
            (program.environment[Self.variable] ?? "").isEmpty,
            program.prompt.canAsk,
            let keyring = Keyring(program.environment), await keyring.password(for: account) == nil,
            try await program.prompt.confirms("Store the password in the keyring (secret-tool)?"),
            let answer = try await program.prompt.secret(question), !answer.isEmpty
        else { return }
        if await keyring.keep(Secret(answer), for: account, of: book) {
            program.messages.note("Stored the password in the keyring.")
        } else {
            program.messages.warning("secret-tool couldn't store the password; you will be asked for it each time.")
        }
    }
}

/// The user's keyring, accessed with libsecret's program `secret-tool`.
struct Keyring: Sendable {
    private let program: String

    /// Creates the keyring; `nil` if the program isn't installed.
    init?(_ environment: [String: String]) {
        guard let path = ChildProcess.path(of: "secret-tool", in: environment) else { return nil }
        program = path
    }

    /// Returns the account's password; `nil` if the keyring doesn't have it or is locked.
    func password(for account: CardDAVAccount, deadline: Duration? = nil) async -> Secret? {
        let result = await ShellOutput.of(
            "\"$0\" lookup service contacts address \"$1\" user \"$2\" 2>/dev/null",
            [program, account.address, account.user ?? ""],
            deadline: deadline
        )
        guard let result, result.status == 0, !result.output.isEmpty else { return nil }
        let text = String(decoding: result.output, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map { Secret(String($0)) }
    }

    /// Saves the password, which is passed to the program through a pipe.
    func keep(_ password: Secret, for account: CardDAVAccount, of book: Book) async -> Bool {
        let result = await ShellOutput.of(
            "\"$0\" store --label \"$3\" service contacts address \"$1\" user \"$2\"",
            [program, account.address, account.user ?? "", "contacts: \(book.name)"],
            input: Array(password.value.utf8)
        )
        return result?.status == 0
    }
}

struct ShellOutput: Sendable {
    var status: Int32
    var output: [UInt8]
    var isLate = false

    /// The maximum length of a password with its line break, in bytes.
    private static let limit = 4_098

    /// Runs a command with the arguments as `$0`, `$1` and so on; `nil` if it can't be started.
    ///
    /// With a deadline, the command is terminated when time is up, and can't prompt at the terminal.
    static func of(
        _ command: String,
        _ arguments: [String] = ["sh"],
        input: [UInt8]? = nil,
        deadline: Duration? = nil
    ) async -> ShellOutput? {
        await blocking {
            guard let output = Descriptor.pipe() else { return nil }
            defer { output.reading.close() }
            // Without a terminal, standard input is at end of file.
            let typed = input == nil && deadline == nil ? nil : Descriptor.pipe()
            let child = ChildProcess(
                command: command,
                name: arguments.first ?? "sh",
                arguments: Array(arguments.dropFirst()),
                input: typed?.reading,
                output: output.writing,
                isDetached: deadline != nil
            )
            output.writing.close()
            typed?.reading.close()
            if let input { try? typed?.writing.write(input) }
            typed?.writing.close()
            guard let child else { return nil }
            let end = deadline.map { ContinuousClock.now + $0 }
            var result = ShellOutput(status: 0, output: [])
            while true {
                // A command that never stops writing is also late.
                if let end, ContinuousClock.now >= end || !output.reading.hasInput(before: end) {
                    result.isLate = true
                    child.end()
                    break
                }
                guard let bytes = output.reading.readNext(limit: 4_096), !bytes.isEmpty else { break }
                // Excess output is read and discarded, so that the command doesn't block on a full pipe.
                result.output += bytes.prefix(max(0, Self.limit - result.output.count))
            }
            result.status = child.wait()
            return result
        }
    }
}
