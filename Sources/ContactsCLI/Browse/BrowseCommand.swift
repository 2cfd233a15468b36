import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

struct BrowseCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse the contacts in full screen.",
        usage: "contacts browse [<page>] [--theme <theme>] [<options>]",
        discussion: """
            On a terminal, contacts alone does the same. It opens where the last run ended, or at the given page:
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

    @Argument(help: ArgumentHelp("The page to open, such as /contact/3fa2.", valueName: "page"))
    var page: String?

    @OptionGroup var look: ThemeOption

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.app.configuration) var configuration
        if configuration.isStorybook {
            return try await StoryBrowser.run(theme: look.choice(configuration, hasColor: true).theme, in: program)
        }
        let runner = BrowseRunner(program: program, look: look)
        // Messages of one session are passed on to the next.
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
        abstract: "Choose a contact in full screen, and print it.",
        usage: "contacts pick [<term> ...] [--email | --phone] [--theme <theme>] [<options>]",
        discussion: """
            Typing searches, the arrows move, and Enter prints the contact's identifier, e-mail address or telephone \
            number. Escape leaves without choosing, and exits with 130. The list is drawn on the terminal even if the \
            output goes elsewhere.

            EXAMPLES
              contacts show "$(contacts pick)"
              mutt "$(contacts pick --email ada)"
            """
    )

    static let books = BookScope.together

    @Argument(help: ArgumentHelp("The initial search.", valueName: FilterOptions.termName))
    var terms: [String] = []

    @Flag(help: "Print the e-mail address.")
    var email = false

    @Flag(help: "Print the telephone number.")
    var phone = false

    @OptionGroup var look: ThemeOption

    func check() throws {
        if email, phone { throw ValidationError("--email and --phone contradict each other. Give one of them.") }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.app) var app
        guard email || phone || !app.configuration.isAllBooks else {
            throw Failure(
                .usage,
                "An identifier belongs to a single book. Give --email or --phone, or name a book with --book."
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
    @Option(help: "The colors: auto, dark, light, high-contrast or none. (variable CONTACTS_THEME)")
    var theme: ThemeSetting?

    /// Returns the initial theme, and whether it may change to fit the terminal.
    ///
    /// The option takes precedence, then the setting, then `NO_COLOR` and the color options.
    func choice(_ configuration: AppConfiguration, hasColor: Bool) -> (theme: Theme, fitsTerminal: Bool) {
        let setting = theme ?? configuration.theme
        if let named = Theme.named(setting.rawValue) { return (named, false) }
        return hasColor ? (.dark, true) : (.none, false)
    }
}

extension ThemeSetting: ExpressibleByArgument {}

extension HelpTexts {
    static let screen = """
        contacts browse, and contacts alone on a terminal, show the contacts on the
        full screen. It needs a terminal and ncurses (Debian: libncursesw6).

        KEYS ON EVERY PAGE
          /            search as you type; matches in names come first
          Enter        open            Escape   go back
          j k, arrows  move            g G      first and last
          u            undo            Ctrl-R   redo
          ? F1         the keys of the page; F1 works while typing, too
          :            every action by its name
          1 to 6       the tabs at the top, which can also be clicked; 7 is the log
                       of the program
          H L          back and forward through the pages
          T            the next theme  Ctrl-L   redraw
          q            quit

        IN THE LIST
          n e f d      new, edit, favorite, remove
          Space A c    mark, mark all that match, remove all marks;
                       x d f M + - work on the marked ones
          M            merge the marked contacts into one
          + -          add to a group, remove from a group, both chosen from a list
          x            export to a file: .vcf .csv .json and others
          s S          the next order, the reverse order
          * o          only favorites, a group chosen from a list
          ' and a letter   jump to that letter
          y            copy the e-mail address or the number
          r            refresh

        ON A CONTACT
          Enter        open the address, number, page or place in another program
          y e f d      copy, edit, favorite, remove
          c            a QR code to scan
          + -          add to a group, remove from a group

        ON THE OTHER PAGES
          /            search in the rows
        Duplicates: Enter previews the merge, d marks them as different people.
        History: U undoes everything down to this step.
        Books: n creates a book of your own, v adds one from a server, f one from a
        folder, i one from a file; s synchronizes, c connects a book of your own to a
        server, m makes it the default, a shows all together.
        Settings: Enter changes a common setting, a shows all settings.

        If something could not be read, r tries again and d shows why. Addresses open
        with xdg-open, and pages with the program in the variable BROWSER; without one
        they are shown and copied.

        With all books together, each contact shows its book, and is changed there; a
        new one goes into the default book. u undoes the last change in any book, and
        says where.

        Searches use the query language: contacts help query.

        IN A FORM
          Tab, Enter   next field      Ctrl-S   show what changes, then save
          Ctrl-T       the next type of a number, an e-mail or an address
          Ctrl-O       add a value or address        Ctrl-X   remove it
          Tab completes the path of a file.

        IN A QUESTION
          Enter        the highlighted button: yes, or no where something would be
                       lost; y and n answer at once, Tab and the arrows move

        PAGES
        \(BrowsePages.paths.map { "  " + $0 }.joined(separator: "\n"))
          /contacts?query=&sort=&group=&book=
          /contact/ID/edit
          /contact/new

        COLORS
        The setting THEME, or --theme: auto, dark, light, high-contrast or none. auto
        follows the terminal; NO_COLOR means none.

        EXAMPLES
          contacts browse /contact/3fa2
          contacts browse '/contacts?query=city:berlin&sort=birthday'
          contacts browse --book all
          mutt "$(contacts pick --email)"
          contacts storybook list/data --width 60
        """
}
