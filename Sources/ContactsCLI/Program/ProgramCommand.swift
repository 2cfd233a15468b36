import ArgumentParser

/// A command of the program, which is parsed from the command line and then run.
///
/// Unlike a parsable command that runs by itself, it receives its surroundings as a parameter, and returns the exit status
/// instead of exiting the process.
protocol ProgramCommand: ParsableCommand, Sendable {
    var global: GlobalOptions { get }

    /// Whether the command works with contacts, and so needs the settings and the composed program.
    static var needsContacts: Bool { get }

    /// Whether it works on all books together.
    static var worksOnAllBooks: Bool { get }

    /// Whether it finds and changes contacts of all books together, with the name of its book before each identifier.
    static var joinsBooks: Bool { get }

    /// Whether it stores new contacts, for which a book of the user's own is begun where none is named.
    var adding: Adding { get }

    /// Whether results longer than the screen are shown in a pager.
    static var isPaged: Bool { get }

    /// Does the work.
    ///
    /// - Throws: The error that stopped it, which ``Failure`` turns into a message and an exit status.
    func run(in program: Program) async throws -> ExitStatus
}

extension ProgramCommand {
    /// Most commands work with contacts.
    static var needsContacts: Bool { true }

    /// Most commands work in one book.
    static var worksOnAllBooks: Bool { false }

    /// Most commands have no need of that.
    static var joinsBooks: Bool { false }

    /// Most commands work with the contacts that are there.
    var adding: Adding { .nothing }

    /// Most commands print little.
    static var isPaged: Bool { false }
}

/// Whether a command stores new contacts.
enum Adding: Sendable {
    case nothing
    /// It says which ones it would store.
    case trial
    case contacts
}

/// A command that only groups other commands and does nothing alone.
protocol CommandFamily: ParsableCommand {}
