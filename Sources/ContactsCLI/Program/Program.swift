import Bloc
import Foundation
import Logging
import Synchronization

/// What a command works with: where results and messages go, and the program put together once it is needed.
final class Program: Sendable {
    /// Where results go.
    let output: OutputWriter
    /// What is known about that place.
    let screen: Screen
    /// Where everything else goes.
    let messages: MessagePrinter
    /// Asks the user.
    let prompt: Prompt
    /// Where a command reads what it is given with `-`.
    let input: Descriptor

    let environment: [String: String]
    private let options: GlobalOptions
    private let root = Mutex<CompositionRoot?>(nil)
    /// Keeps telling of errors that do not stop the command.
    private let errorReport = Mutex<BlocSubscription?>(nil)
    /// Keeps the blocs' hooks in the log.
    private let blocLog = Mutex<BlocSubscription?>(nil)
    private let isLogging = Mutex(false)
    /// Keeps the recording of the blocs going.
    private let recording = Mutex<(file: RecordingFile, token: BlocSubscription)?>(nil)

    init(
        output: OutputWriter,
        screen: Screen,
        messages: MessagePrinter,
        prompt: Prompt,
        input: Descriptor,
        environment: [String: String],
        options: GlobalOptions
    ) {
        self.output = output
        self.screen = screen
        self.messages = messages
        self.prompt = prompt
        self.input = input
        self.environment = environment
        self.options = options
    }

    /// Where the settings are read from.
    var configurationLoader: ConfigurationLoader {
        ConfigurationLoader(processEnvironment: environment)
    }

    /// The folders of the user.
    var folders: XDGFolders { XDGFolders(environment: environment) }

    /// Where texts are kept that were not saved.
    var draftFolder: String { (folders.state ?? NSTemporaryDirectory() + "contacts") + "/drafts" }

    /// Lets the user change contacts in an editor.
    ///
    /// - Parameter isConfirmed: Whether to save without a question.
    /// - Returns: A session that keeps drafts in the user's folder for what should outlast a run.
    func editingSession(isConfirmed: Bool) -> EditingSession {
        EditingSession(
            editor: TextEditor(environment: environment),
            folder: draftFolder,
            prompt: prompt,
            messages: messages,
            isConfirmed: isConfirmed
        )
    }

    /// Reads the configuration, and tells what is odd about it.
    func loadConfiguration() throws -> LoadedConfiguration {
        let loaded = try configurationLoader.load(flags: options.configurationFlags)
        for warning in loaded.warnings {
            messages.warning(warning)
        }
        return loaded
    }

    /// Runs work inside the program put together by the configuration: everything that is injected in it is the program's.
    func composed<Result>(_ work: () async throws -> Result) async throws -> Result {
        let root = try compositionRoot()
        return try await withDependencies({ $0.app = root.dependencies }, work)
    }

    private func compositionRoot() throws -> CompositionRoot {
        try root.withLock { root in
            if let root { return root }
            let configuration = try loadConfiguration().configuration
            // Before anything is made that keeps a logger.
            try startLogging(at: configuration.logLevel)
            let version = ProgramVersion(configuration)
            Logger(label: "contacts").info(
                "\(version.name) \(version.number)",
                metadata: ["environment": "\(configuration.environment.rawValue)"]
            )
            try startRecording()
            let made = CompositionRoot(configuration: configuration, environment: environment)
            let token = made.errors.observe { [messages] in messages.warning($0.message) }
            errorReport.withLock { $0 = token }
            root = made
            return made
        }
    }

    /// Runs work inside the program put together over a store that is removed afterwards.
    func composed<Result>(over ground: ReplayGround, _ work: () async throws -> Result) async throws -> Result {
        let configuration = try loadConfiguration().configuration
        try startLogging(at: configuration.logLevel)
        return try await CompositionRoot.over(ground, of: configuration, environment: environment) { root in
            try await withDependencies({ $0.app = root.dependencies }, work)
        }
    }

    /// Records the blocs that are made from now on, if the command line asks for it.
    private func startRecording() throws {
        guard let path = options.recordingFile else { return }
        let file = try RecordingFile(path: path)
        let token = BlocObservers.install(EventLog(after: file.last, sink: file))
        recording.withLock { $0 = (file, token) }
    }

    /// Sets the log up, which a process can do once; it is the only one in a process with a composition root.
    private func startLogging(at level: LogLevel) throws {
        let isStarted = isLogging.withLock { isLogging in
            defer { isLogging = true }
            return isLogging
        }
        guard !isStarted else { return }
        let sink = try logSink()
        LoggingSystem.bootstrap { label in
            RecordLogHandler(label: label, level: level.loggerLevel, sink: sink)
        }
        // Who does not want to see them does not pay for them.
        guard level == .debug || level == .trace else { return }
        let subscription = BlocObservers.install(BlocLogObserver())
        blocLog.withLock { $0 = subscription }
    }

    private func logSink() throws -> LogSink {
        let format = options.logFormat ?? .text
        guard let path = options.logFile else { return LogSink(messages: messages, format: format) }
        do {
            return try LogSink(file: path, format: format)
        } catch .failed(let reason) {
            throw Failure(
                .cannotCreate,
                "The log file “\(path)” cannot be opened: \(reason). Name another with --log-file."
            )
        } catch .brokenPipe {
            throw Failure(
                .cannotCreate,
                "The log file “\(path)” is a pipe that nobody reads. Name another with --log-file."
            )
        }
    }

    /// Closes what the command opened.
    ///
    /// - Throws: ``Failure`` when the recording is not complete.
    func shutDown() async throws {
        await root.withLock { $0 }?.shutDown()
        try recording.withLock { $0?.file }?.requireComplete()
    }
}
