import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

struct BrowseCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Look at the contacts on the full screen.",
        usage: "contacts browse [<page>] [--theme <theme>] [<options>]",
        discussion: """
            contacts alone on a terminal is the same. It begins where the last run ended, or at the page that is named:
            \(BrowsePages.paths.joined(separator: ", ")).

            Keys: / searches as you type, Enter opens, Escape goes back, q quits, j and k or the arrows move, u undoes, \
            ? lists the keys of the page, and : finds every action by its name. More: contacts help screen

            EXAMPLES
              contacts browse
              contacts browse /contact/3fa2
              contacts browse '/contacts?query=city:berlin&sort=birthday'
              contacts browse --book all
              contacts browse --theme light
            """
    )

    static let books = BookScope.together

    @Argument(help: ArgumentHelp("The page to begin with, such as /contact/3fa2.", valueName: "page"))
    var page: String?

    @OptionGroup
    var look: ThemeOption

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.app.configuration) var configuration
        if configuration.isStorybook {
            return try await StoryBrowser.run(theme: look.choice(configuration, hasColor: true).theme, in: program)
        }
        let runner = BrowseRunner(program: program, look: look)
        // A session leaves what it had to say to the next one.
        defer { program.messages.release() }
        var end = try await runner.run(route: page.map(Route.init(path:)), isChooser: false)
        while case .book(let name, let route) = end {
            let hasBegun = route == .newContact
            end = try await program.composed(book: name) {
                try await runner.run(route: route, isChooser: false, hasBegun: hasBegun)
            }
        }
        guard case .quit(let status) = end else { return .success }
        return ExitStatus(rawValue: status) ?? .failure
    }
}

struct PickCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick",
        abstract: "Choose a contact on the full screen, and print it.",
        usage: "contacts pick [<term> ...] [--email | --phone] [--theme <theme>] [<options>]",
        discussion: """
            Typing searches, the arrows move, Enter prints the identifier of the contact, or its e-mail address or telephone \
            number. Escape leaves without a choice and exits with 130. The list is drawn on the terminal also where the \
            output goes elsewhere.

            EXAMPLES
              contacts show "$(contacts pick)"
              mutt "$(contacts pick --email ada)"
            """
    )

    static let books = BookScope.together

    @Argument(help: ArgumentHelp("What to search for at first.", valueName: FilterOptions.termName))
    var terms: [String] = []

    @Flag(help: "Print the e-mail address.")
    var email = false

    @Flag(help: "Print the telephone number.")
    var phone = false

    @OptionGroup
    var look: ThemeOption

    func check() throws {
        if email, phone { throw ValidationError("--email and --phone contradict each other. Give one of them.") }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.app) var app
        guard email || phone || !app.configuration.isAllBooks else {
            throw Failure(
                .usage,
                "An identifier is one of a single book. Give --email or --phone, or the name of a book with --book."
            )
        }
        let route = Route.contacts(ListRoute(query: terms.joined(separator: " ")))
        let end = try await BrowseRunner(program: program, look: look).run(route: route, isChooser: true)
        guard case .chosen(let id?) = end else {
            guard case .quit(let status) = end else { return .interrupted }
            return ExitStatus(rawValue: status) ?? .interrupted
        }
        let contact = try await app.joined.contact.contact(matching: id.rawValue, for: .changing)
        try program.output.write("\(TerminalText.onOneLine(try value(of: contact)))\n")
        return .success
    }

    private func value(of contact: Contact) throws -> String {
        guard email || phone else { return contact.id.rawValue }
        if let text = email ? contact.email : contact.phone ?? contact.cell { return text }
        let what = email ? "e-mail address" : "telephone number"
        throw Failure(.failure, "\(ContactNames.name(of: contact)) has no \(what).")
    }
}

struct ThemeOption: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "The colors: auto, dark, light, high-contrast or none. (variable CONTACTS_THEME)",
            valueName: "theme"
        )
    )
    var theme: ThemeSetting?

    /// The theme to begin with, and whether it may change to fit the terminal.
    ///
    /// The option decides first, then the setting, then `NO_COLOR` and the options of color.
    func choice(_ configuration: AppConfiguration, hasColor: Bool) -> (theme: Theme, fitsTerminal: Bool) {
        let setting = theme ?? configuration.theme
        if let named = Theme.named(setting.rawValue) { return (named, false) }
        return hasColor ? (.dark, true) : (.none, false)
    }
}

extension ThemeSetting: ExpressibleByArgument {}
