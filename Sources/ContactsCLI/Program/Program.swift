import Bloc
import BlocInspector
import BlocKit
import BlocLogging
import Logging
import Primitives
import Repository
import Synchronization

/// The surroundings of a command: its input and output, and the composed program, created on first use.
final class Program: Sendable {
    let output: OutputWriter
    let screen: Screen
    let prompt: Prompt
    let environment: [String: String]
    /// Ends what waits for the database, and what has not been stored yet, when the user stops the command.
    let interruption: Interruption
    let options: GlobalOptions
    private let started = Mutex(Started())

    /// What the command has started so far.
    private struct Started {
        var root: CompositionRoot?
        /// Keeps the reporting of errors that do not stop the command, and the logging and the recording of the blocs.
        var subscriptions: [BlocSubscription] = []
        var isLogging = false
        var recording: RecordingFile?
        var inspector: BlocInspector?
    }

    init(
        output: OutputWriter,
        screen: Screen,
        prompt: Prompt,
        environment: [String: String],
        options: GlobalOptions
    ) {
        self.output = output
        self.screen = screen
        self.prompt = prompt
        self.environment = environment
        self.options = options
        interruption = Interruption { prompt.messages.note("waiting for another contacts command") }
    }

    var messages: MessagePrinter { prompt.messages }

    /// The input that a command reads for `-`.
    var input: Descriptor { prompt.input }

    var configurationLoader: ConfigurationLoader {
        ConfigurationLoader(processEnvironment: environment)
    }

    var folders: XDGFolders { XDGFolders(environment: environment) }

    var bookRegistry: BookRegistry {
        get throws {
            guard let registry = folders.bookRegistry else {
                throw ConfigurationError.noFolder(for: "the books", "XDG_DATA_HOME")
            }
            return registry
        }
    }

    /// The folder of drafts, which are edited texts that were not saved.
    ///
    /// Without a folder of the user it is one of this user's own among the temporary files.
    var draftFolder: String {
        folders.state.map { $0 + "/drafts" } ?? PrivateFolder.temporary("contacts-drafts", environment: environment)
    }

    func loadConfiguration() throws -> LoadedConfiguration {
        let loaded = try configurationLoader.load(flags: options.configurationFlags)
        for warning in loaded.warnings {
            messages.warning(warning)
        }
        return loaded
    }

    /// The settings as they are for one book, whichever is chosen.
    func configuration(ofBook name: String) throws -> AppConfiguration {
        var flags = options.configurationFlags
        flags.databasePath = nil
        flags.book = name
        return try configurationLoader.load(flags: flags).configuration
    }

    /// Runs work in the program that the configuration describes: its dependencies are injected.
    ///
    /// Work in one book is refused where all of them are meant.
    func composed<Result>(
        _ books: BookScope,
        adding: Adding = .nothing,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let own = try OwnBook(loadConfiguration().configuration, folders.bookRegistry, adding)
        let root = try compositionRoot(own.configuration)
        guard books != .one || !root.configuration.isAllBooks else {
            throw Failure(
                .usage,
                "This command works in one book, not in all of them. Give its name with --book; “contacts book list” prints "
                    + "the names."
            )
        }
        let app = books == .joined ? root.dependencies.joined : root.dependencies
        let result = await Swift.Result(awaiting: { try await withDependencies({ $0.app = app }, work) })
        // A command that stored nothing, such as an editor that was left, begins no book.
        if let done = try? result.get(), (done as? ExitStatus) != .failure {
            if let begun = try own.begin() { messages.note(begun) }
        } else {
            await own.abandon()
        }
        return try result.get()
    }

    /// Moves the user's own contacts, which an older version stored among the people of the API, to a book of their own.
    ///
    /// When that fails, they stay where they are until the next command.
    func settleOwnContacts(isAdding: Bool) async throws {
        guard let registry = folders.bookRegistry,
            let configuration = try? configurationLoader.load(flags: options.configurationFlags).configuration,
            let people = await OwnBook.unsettledPeople(configuration, registry, isAdding: isAdding)
        else { return }
        let root = newRoot(configuration.opening(people))
        do {
            messages.note(try await root.closing { try await OwnBook.settle($0, registry) })
        } catch let error as RepositoryError {
            messages.warning("Your own contacts are still in the book “\(people.name)”: \(error.message)")
        }
    }

    private func compositionRoot(_ configuration: AppConfiguration) throws -> CompositionRoot {
        try started.withLock { started in
            if let root = started.root { return root }
            // Before any object is created that keeps a logger.
            try startLogging(at: configuration.logLevel, &started)
            let version = ProgramVersion(configuration)
            Logger(label: "contacts").info(
                "\(version.name) \(version.number)",
                metadata: ["environment": "\(configuration.environment.rawValue)"]
            )
            // Both observe only blocs that are created after this.
            if let path = options.record {
                let file = try RecordingFile(path: path)
                started.subscriptions.append(BlocObservers.install(EventLog(after: file.last, sink: file)))
                started.recording = file
            }
            if let port = options.inspect {
                started.inspector = try InspectOption.starting(port: port) {
                    try BlocInspector(port: port, inspectingValues: options.inspectValues, observing: .process)
                }
            }
            let made = newRoot(configuration)
            let token = made.errors.observe { [messages, interruption] error in
                // A command that was stopped by a signal prints nothing else.
                if !interruption.isRequested { messages.warning(error.message) }
            }
            started.subscriptions.append(token)
            started.root = made
            return made
        }
    }

    private func newRoot(_ configuration: AppConfiguration) -> CompositionRoot {
        CompositionRoot(configuration: configuration, environment: environment, interruption: interruption)
    }

    /// Runs work in the program over another book, which is closed afterwards.
    func composed<Result>(book name: String, _ work: () async throws -> Result) async throws -> Result {
        try await newRoot(configuration(ofBook: name)).closing { other in
            try await withDependencies({ $0.app = other.dependencies }, work)
        }
    }

    /// Runs work in a program over a temporary store, which is removed afterwards.
    func composed<Result>(over start: ReplayStart, _ work: () async throws -> Result) async throws -> Result {
        let configuration = try loadConfiguration().configuration
        try started.withLock { try startLogging(at: configuration.logLevel, &$0) }
        return try await CompositionRoot.over(start, of: configuration, environment: environment) { root in
            try await withDependencies({ $0.app = root.dependencies }, work)
        }
    }

    var inspectorURL: String? { started.withLock { $0.inspector?.url } }

    /// Sets up logging, which a process can do only once; a process has only one program with a composition root.
    private func startLogging(at level: LogLevel, _ started: inout Started) throws {
        guard !started.isLogging else { return }
        started.isLogging = true
        let sink = try logSink()
        LoggingSystem.bootstrap { label in
            RecordLogHandler(label: label, sink: sink, logLevel: level.loggerLevel)
        }
        // Without these levels, the hooks would only cost time.
        guard level == .debug || level == .trace else { return }
        started.subscriptions.append(
            BlocObservers.install(
                // States and events hold names and addresses: they are never logged above debug.
                LoggingObserver(logger: Logger(label: "contacts.bloc"), content: [.events, .states, .effects])
            )
        )
    }

    private func logSink() throws -> LogSink {
        let format = options.logFormat ?? .text
        guard let path = options.logFile else { return LogSink(messages: messages, format: format) }
        do {
            return try LogSink(file: path, format: format)
        } catch {
            throw Failure(
                .cannotCreate,
                "The log file “\(path)” cannot be opened: \(error.reason). Give another path with --log-file."
            )
        }
    }

    /// Prints which records can't be read, and returns the exit status of a command that succeeded otherwise.
    func tellUnreadable() -> ExitStatus {
        guard let unreadable = started.withLock({ $0.root })?.unreadable else { return .success }
        for line in unreadable.lines { messages.warning(line) }
        return unreadable.status
    }

    func shutDown() async throws {
        let started = started.withLock { $0 }
        await started.root?.shutDown()
        await started.inspector?.stop()
        try started.recording?.requireComplete()
    }
}
