import ArgumentParser

/// A command of the program: parsed from the command line, then run with what it needs.
///
/// Unlike a parsable command that runs by itself, it gets its surroundings handed in, and returns the exit status instead
/// of leaving the process.
protocol ProgramCommand: ParsableCommand, Sendable {
    /// The options that every command has.
    var global: GlobalOptions { get }

    /// Whether the command works with contacts: the settings are read then, and the program put together around it.
    static var needsContacts: Bool { get }

    /// Whether a person reads the results, so that more than a screen of them is shown page by page.
    static var isPaged: Bool { get }

    /// Does the work.
    ///
    /// - Throws: Whatever stopped it; `Failure` finds the words and the code for it.
    func run(in program: Program) async throws -> ExitStatus
}

extension ProgramCommand {
    /// Most commands work with contacts.
    static var needsContacts: Bool { true }

    /// Most commands print little.
    static var isPaged: Bool { false }
}

/// A command that only has other commands below it; alone it is not enough.
protocol CommandFamily: ParsableCommand {}
