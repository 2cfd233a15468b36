import ArgumentParser
import Repository
import TerminalUI

/// Runs a command line from its arguments to its exit status.
struct Launcher: Sendable {
    let environment: [String: String]
    let output: Descriptor
    let messages: Descriptor
    var input = Descriptor.standardInput

    /// The maximum time that a shell waits for completions, in milliseconds.
    private var completionLimit: Int {
        environment["CONTACTS_COMPLETION_TIMEOUT"].flatMap { Int($0) }.map { min(max($0, 0), 60_000) } ?? 200
    }

    private var isInteractive: Bool {
        output.isTerminal && input.isTerminal && environment["TERM"].map { !$0.isEmpty && $0 != "dumb" } == true
    }

    /// Runs the command for the arguments, which don't include the program's name.
    ///
    /// When it returns, everything is closed and all output is written.
    func run(_ arguments: [String]) async -> ExitStatus {
        // The parser supports only one name for the version option.
        // Without arguments, the program opens the full screen on a terminal, and prints the short help elsewhere.
        let arguments =
            arguments == ["-V"] ? ["--version"] : arguments.isEmpty && isInteractive ? ["browse"] : arguments
        if arguments == ["--version"] {
            // Bypass the parser: building its command tree takes half of the startup time.
            return print(version(ConfigurationFlags()).line, isJSON: false)
        }
        if let request = CompletionRequest(arguments) { return await complete(request) }
        if arguments.isEmpty { return complain(ProgramHelp.first) }
        if [["--help"], ["-h"], ["help"]].contains(arguments) {
            return print(ProgramHelp.first, isJSON: false)
        }
        let isJSON = CommandArguments.wantJSON(arguments)
        do {
            if let topic = try HelpRequest.topic(arguments) {
                return print(topic.text, isJSON: isJSON)
            }
            let prepared = try CommandArguments.prepared(arguments)
            let parsed =
                try MuttArguments.areMeant(by: prepared)
                ? MuttArguments.parse(prepared) : Self.parsed(prepared)
            if let parsed = parsed as? any LaunchableCommand {
                return await run(parsed.command, parsed.global, isJSON: isJSON)
            }
            if let family = parsed as? any CommandFamily {
                return complain(ShortHelp.text(of: ContactsCommand.helpMessage(for: type(of: family))))
            }
            // Only the parser's own help command gets here; it throws its text.
            var other = parsed
            try other.run()
            return .success
        } catch {
            return finish(parsingError: error, arguments, isJSON: isJSON)
        }
    }

    /// Parses the arguments into a command.
    ///
    /// The full screen is parsed without the tree of all commands, which would take as long as its first frame.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        for command in [BrowseCommand.parsed, PickCommand.parsed]
        where arguments.first == command.configuration.commandName {
            // Errors and help are left to the command tree, which knows the command's full name.
            if let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: parsed) == command {
                return parsed
            }
        }
        return try ContactsCommand.parseAsRoot(arguments)
    }

    private func run(_ command: some ProgramCommand, _ global: GlobalOptions, isJSON: Bool) async -> ExitStatus {
        let printer = MessagePrinter(
            descriptor: messages,
            isQuiet: global.isQuiet,
            environment: environment
        )
        let screen = Screen(descriptor: output, environment: environment, color: global.colorRule)
        let isPaged = type(of: command).isPaged && !global.noPager
        let pager = isPaged ? Pager(screen: screen, output: output, input: input, environment: environment) : nil
        let canAsk = !global.noInput && input.isTerminal && messages.isTerminal
        let program = program(global, printer, screen, pager: pager, canAsk: canAsk)
        let task = Task {
            let isStandalone = command is any StandaloneCommand
            // Undo and redo concern earlier changes; moving contacts first would add a new step.
            if !isStandalone, !(command is UndoCommand), !(command is RedoCommand) {
                try await program.settleOwnContacts(isAdding: command.adding == .contacts)
            }
            let status =
                try await isStandalone
                ? command.run(in: program)
                : program.composed(type(of: command).books, adding: command.adding) {
                    try await command.run(in: program)
                }
            try await program.output.end()
            return status
        }
        let watch = SignalWatch {
            program.interruption.request()
            task.cancel()
        }
        var result = await task.result
        printer.endProgress()
        do {
            try await program.shutDown()
        } catch {
            // The error that stopped the command is more informative than its consequences.
            if case .success = result { result = .failure(error) }
        }
        switch result {
        case .success(let status):
            let whole = program.tellUnreadable()
            return status == .success ? whole : status
        case .failure(let error):
            if let stopped = watch.status { return stopped }
            let failure = Failure(error)
            // Flush the buffer; a second write error isn't reported.
            try? await program.output.end()
            // Quitting the pager early isn't an error.
            if pager != nil, failure.status == .brokenPipe { return .success }
            _ = program.tellUnreadable()
            tell(failure, with: printer, isJSON: isJSON)
            return failure.status
        }
    }

    private func program(
        _ options: GlobalOptions,
        _ printer: MessagePrinter,
        _ screen: Screen,
        pager: Pager? = nil,
        canAsk: Bool = false
    ) -> Program {
        Program(
            output: OutputWriter(descriptor: output, pager: pager),
            screen: screen,
            prompt: Prompt(input: input, canAsk: canAsk, messages: printer),
            environment: environment,
            options: options
        )
    }

    /// Answers a completion request; errors are ignored because the user is typing on that line.
    private func complete(_ request: CompletionRequest) async -> ExitStatus {
        let target = CompletionTarget(request)
        var answer = target.answer
        if target.stored != nil, completionLimit > 0 { answer = target.answer(with: await stored(target)) }
        try? output.write(Array(answer.text(for: request).utf8))
        return .success
    }

    /// Returns the store's completion candidates; empty if it can't be read, or not in time.
    private func stored(_ target: CompletionTarget) async -> [CompletionCandidate] {
        guard let options = try? GlobalOptions.parse(target.storeOptions) else { return [] }
        let limit = completionLimit
        let program = program(options, .silent, Screen(isTerminal: false, columns: 80))
        let search = Task {
            try await program.composed(.together) { try await target.stored?(target, program) }
        }
        // A slow store must not delay the user's typing.
        let timer = Task {
            try await Task.sleep(for: .milliseconds(limit))
            search.cancel()
        }
        let candidates = try? await search.value
        timer.cancel()
        try? await program.shutDown()
        return candidates ?? []
    }

    private func tell(_ failure: Failure, with printer: MessagePrinter, isJSON: Bool) {
        if isJSON, !failure.message.isEmpty {
            printer.log(ErrorJSON.line(failure))
            return
        }
        if !failure.message.isEmpty {
            printer.error(failure.message)
        }
        for detail in failure.details {
            printer.detail(detail)
        }
    }

    /// Prints requested help or the version as a result, and any other parsing error as an error message.
    private func finish(parsingError error: any Error, _ arguments: [String], isJSON: Bool) -> ExitStatus {
        if let failure = error as? Failure { return fail(failure, isJSON: isJSON) }
        let text = ContactsCommand.fullMessage(for: error)
        guard ContactsCommand.exitCode(for: error).isSuccess else {
            return complain(CommandSuggestion.improved(text, of: arguments), isJSON: isJSON)
        }
        if text == ProgramVersion.placeholder {
            // Options before or after `--version` may select other settings.
            let options = try? GlobalOptions.parse(arguments.filter { $0 != "--version" })
            let flags = options?.configurationFlags ?? ConfigurationFlags()
            return print(version(flags).line, isJSON: isJSON)
        }
        return print(
            ShortHelp.isWanted(arguments) ? ShortHelp.text(of: text) : WholeHelp.text(of: text),
            isJSON: isJSON
        )
    }

    private func version(_ flags: ConfigurationFlags) -> ProgramVersion {
        ProgramVersion(try? ConfigurationLoader(processEnvironment: environment).load(flags: flags))
    }

    private func print(_ text: String, isJSON: Bool) -> ExitStatus {
        do {
            try output.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
            return .success
        } catch {
            return fail(Failure(error), isJSON: isJSON)
        }
    }

    /// Prints a failure when no command has set up a printer.
    private func fail(_ failure: Failure, isJSON: Bool) -> ExitStatus {
        let printer = MessagePrinter(descriptor: messages, isQuiet: false, environment: environment)
        tell(failure, with: printer, isJSON: isJSON)
        return failure.status
    }

    private func complain(_ text: String, isJSON: Bool = false) -> ExitStatus {
        let prefix = "Error: "
        if isJSON {
            let lines = text.split(separator: "\n").map(String.init)
            let message = lines.first.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 } ?? ""
            let hint = lines.count > 1 ? lines.last?.trimmingPrefix(while: \.isWhitespace) : nil
            let line = ErrorJSON.line(Failure(.usage, message), hint: hint.map(String.init))
            try? messages.write(Array((line + "\n").utf8))
            return .usage
        }
        let own = text.hasPrefix(prefix) ? "contacts: " + text.dropFirst(prefix.count) : text
        let lines = own.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            TerminalText.sanitized(String(line))
        }
        try? messages.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        return .usage
    }
}
