import Repository
import TerminalUI

/// The texts of the help topics, with lines of at most 80 columns.
enum HelpTexts {
    static let books = """
        A book has a name, a database of its own, and at most one source. The book
        people always exists and holds the people of the API; in DEV they are invented.
        The first contacts add, import or add-email that names no book creates the book
        home for your own contacts and makes it the default.

          contacts book add family            a book of your own without a source: it is
                                              empty, and nothing in it uses the network
          contacts book add work --carddav https://dav.example.com/ --user ada
          contacts book add old --folder ~/.contacts
          contacts book add staff --api https://example.com/api/
          contacts book list, show, rename, remove
          contacts book default family        commands without --book work with it

        --book work, the variable CONTACTS_BOOK or the setting BOOK choose a book, in
        order of precedence; default stands for the default book. --book all
        means all books of your own, and --book home,people these two: list, search,
        export, email, phone, address, birthdays, show, edit, remove, favorite, history
        and undo work in them together. Each row then ends with its book, in JSON under
        the key book. --db names a database file instead.
        If an option or an argument names a book that doesn't exist, the exit code is
        64; if CONTACTS_BOOK or the setting BOOK does, it is 78.

        contacts copy and contacts move take contacts to another book with --to; they
        keep their UIDs. contacts undo reverts either in both books at once.

        Books with a folder or a CardDAV server are synchronized in both directions by
        contacts sync. The password of a server comes from, in this order:
          1  the command given with --password-command of book add
          2  the variable CONTACTS_SOURCE_PASSWORD
          3  the keyring, where secret-tool is installed
          4  a prompt at the terminal
        It is never stored in a file of this program. It is only sent to the given
        server, encrypted or within this machine. If that server, or DNS, refers to
        another one (iCloud does), contacts sync asks first; without a terminal it
        prints the address to give to contacts book add.

        Google takes an OAuth token instead of a password. --token-command names a
        command that prints one, such as oama or a tool of your own; its scope is
        https://www.googleapis.com/auth/carddav. It is run once, and again when the
        server rejects the token, which is sent to no other server:
          contacts book add google \\
            --carddav https://www.googleapis.com/.well-known/carddav \\
            --token-command "oama access ada@gmail.com"

        A group with its own card there (KIND:group, or Apple's equivalent) is a group
        here, not a contact. Adding or removing a member changes only that card; a
        group without contacts stays until contacts group delete removes it and its
        card. Other groups are kept in the cards of their members, as CATEGORIES.

        If an account has several address books, the first contacts sync asks which
        one to use; without a terminal, give the address of one to contacts book add.
        If the server has moved an address book, it is found again by its cards; if
        it is gone, nothing is removed here.

        EXAMPLES
          contacts --book family import friends.vcf
          contacts --book all search ada
          contacts move "Ada Lovelace" --to home
        """

    static let query = """
        list, search, export, birthdays, email, phone and address take terms, and all of
        them must match. Case and accents do not matter.

          ada                 a word or a part of one; matches at the beginning of
                              a word come first, parts have 3 or more characters
          "grace hopper"      exactly these words, one after the other
          city:berlin         a term in one field
          NOT nat:de          contacts without this
          ada AND grace       both, as terms side by side
          ada OR grace        either; binds less tightly than terms side by side
          (ada OR grace) nat:de   parentheses group
          favorite:yes, edited:no, source:local, birthday:12-10, birthday:1990
                      yes or no, source or local, days, months and years

        phone:030/123 also finds +49 30 123 and 0049 30 123; with the setting
        DEFAULT_REGION only those of that country and the number as typed.

        AND, OR and NOT are written in capitals; in quotes they are words. A backslash
        before a character removes its special meaning. An unknown field is an error.
        -nat:de means NOT nat:de inside quotes, as in 'berlin -nat:de', and after --;
        anywhere else, what begins with a minus is an option.

        The fields; the names of vCard work, too:
        \(wrapped(ContactField.queryNames))

        EXAMPLES
          contacts list city:berlin NOT nat:de
          contacts search 'name:"ada lovelace" OR org:acme'
          contacts export group:friends birthday:12-10 -o that-day.vcf
        """

    static let selection = """
        show, edit, remove, favorite, group and merge select contacts by

          1c41a2fe-…          the identifier, or at least its first 4 characters
          "Ada Lovelace"      the exact name; case and accents do not matter
          email:ada@x.org     a query with fields that matches only one contact
          -                   identifiers on standard input, one at the start of each
                              line

        A word without a field never selects a contact to be changed: the contacts with
        it are listed, and the exit status is 64. Only show takes such a word. If
        several contacts match, they are listed, too; at a terminal you choose one or
        more (1,3-5), elsewhere it is an error. To take all matches, pass the output of
        search to -. Commands that change contacts name them; with --dry-run they name
        them and change nothing.

        EXAMPLES
          contacts show 1c41a2 "Grace Hopper"
          contacts search group:old | contacts remove - --yes
        """

    static let formats = """
        On a terminal, lists are tables; elsewhere they are tsv: a line per row, tabs
        between the values, no header. stats, cache status, config show and doctor print
        text everywhere. --format chooses one of

          text     labels and values, for people
          table    columns fitted to the terminal
          plain    columns that are never truncated
          tsv      tabs between the values; tabs in a value become blanks
          csv      RFC 4180, with a header
          json     see below; --json is the same
          ndjson   an object per line
          yaml     like json
          vcard, jcard   for contacts only

        --fields name,email prints only these fields, --json=name,email as JSON.
        --header and --no-header turn the column names on and off.

        tsv, plain and email escape what a terminal would obey, also in a pipe: control
        characters become \u{FFFD}, directional marks, tags and other invisible characters
        \\u{200E} and the like. --raw prints them as they are. JSON is not changed.

        In JSON, lists are an array with an object per row. All keys are always there,
        null where the value is unknown; dates are as in ISO 8601.
          history      step, date, title, contacts, ids, names, undone,
                       changes
          birthdays    birthday, name, next, days, age, id
          group list   name, contacts
          email, phone, address   id, name, value, types, preferred
        stats, cache status and config show are one object; with config show --origin,
        its values are objects with value and origin. doctor is an object whose list
        checks has objects with check, level, message, advice and repaired. show of one
        contact is a single object.

        In csv and tsv, stats has the columns key, name and value, with the name for
        counts of groups, genders, nationalities and countries; cache status and config
        show have key and value. tsv without a header leaves an empty name out.

        With JSON, errors are JSON, too: {"error":{"code":…,"message":…,"hint":…}}.
        NO_COLOR, CLICOLOR_FORCE and --color control color; CONTACTS_PAGER, PAGER and
        --no-pager control paging.

        The fields of contacts:
        \(wrapped(ContactField.names))

        EXAMPLES
          contacts list --fields name,city
          contacts list --json=name,email | jq '.[].email'
          contacts history --format csv
        """

    static let exchange = """
        import and export support vcard (2.1, 3.0, 4.0; written as 3.0 or 4.0), jcard,
        csv, tsv, json, ndjson, mutt-alias, abook and ldif. The format follows the
        file's extension: .vcf, .jcf, .csv, .tsv, .json, .ndjson, .aliases, .abook,
        .ldif; any other extension is an error. For import, names without an extension,
        .txt and standard input are recognized by their content. A folder means the
        vCards in it.

        vCard, jCard and JSON keep everything: unknown properties are kept as they are
        and written back, and so are lines that cannot be read. Labels, other dates,
        related people, messengers and profiles of Apple, Google, Android and others
        are fields. CSV has columns for five e-mail addresses, six phone numbers
        and three postal addresses, and none for photos and unknown properties.

        CSV of Google, Outlook, Thunderbird and Yahoo is read by its column names, those
        of Outlook in 29 and of Thunderbird in 12 languages besides English. A column
        without a field is kept as X-NAME; --map "Handy=phone:cell" says what it is.
        Text is read as UTF-8, UTF-16, Windows-1252 or Latin-1, or in the Windows code
        page of the column names. Dates such as 03/04/1980 are read in the order that
        the other dates in the file allow; if those don't show it, --dates dmy, mdy or
        ymd is required, whatever the language. A date that cannot be read is kept in
        the note.

        CSV and TSV have a quote in front of what a spreadsheet could take for a formula
        (= + - @); import removes it, and --no-formula-guard leaves it out.

        A contact with a known UID, or without one and with known content, is a
        duplicate; --duplicates update (the default), skip or keep says what happens
        to it. The members of a group card are added to that group. What cannot be read
        is reported as file:line: reason, and the rest is imported. An import is one
        step, which undo reverts.

        EXAMPLES
          contacts import friends.vcf ~/cards --dry-run
          contacts export --vcard-version 3.0 -o all.vcf
        """

    static let configuration = """
        Settings come from, in order of precedence:

          1  options: --env, --book, --db, --cacert, --log-level
          2  variables: CONTACTS_ and the key, such as CONTACTS_API_PAGE_SIZE;
             CONTACTS_ENV, CONTACTS_DB and CONTACTS_LOG are short forms
          3  the .xcconfig file that --config names
          4  Local.xcconfig in your settings folder (contacts config path)
          5  the file of the environment, which is part of the program

        Tokens belong in Local.xcconfig or in CONTACTS_API_ACCESS_TOKEN. The keys:
        \(wrapped(ConfigurationKey.allCases.map(\.rawValue)))

        Also read: XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, HOME, VISUAL, EDITOR,
        CONTACTS_PAGER, PAGER, NO_COLOR, CLICOLOR_FORCE, TERM, CI, COLUMNS, https_proxy,
        http_proxy, all_proxy, no_proxy, and SSL_CERT_FILE (authorities to trust when
        API_CA_FILE names none).

        EXAMPLES
          contacts config show --origin
          CONTACTS_API_PAGE_SIZE=100 contacts sync
        """

    static let files = """
        $XDG_DATA_HOME/contacts/contacts-ENVIRONMENT.sqlite    (~/.local/share)
                              all contacts and the history; --db names another file
        $XDG_DATA_HOME/contacts/books.json, books/BOOK.sqlite
                              the list of the other books, and their contacts
        $XDG_CONFIG_HOME/contacts/Local.xcconfig               (~/.config)
                              your settings
        $XDG_STATE_HOME/contacts/drafts                        (~/.local/state)
                              drafts that were not saved

        Only you can read the database and the files of export --output.

        EXAMPLES
          contacts config get DATABASE_PATH
          contacts doctor
        """

    static let mutt = """
        email, phone and address print a line for each value: the value, the name and
        the type, with tabs between them; the exit status is 1 without a match. --mutt
        adds a first line, which mutt skips, takes the terms as plain words, whatever
        characters they contain, and writes nothing to standard error.

        In ~/.muttrc or neomuttrc; mutt itself quotes %s, so leave it without quotes:
          set query_command = "contacts email --mutt --offline -- %s"
          bind editor <Tab> complete-query
          macro index,pager A "<pipe-message>contacts add-email<enter>" "add sender"

        add-email reads a message on standard input and adds new people: the sender, or
        with --all everyone in From, Reply-To, To and Cc. As aliases:
          contacts export --format mutt-alias -o ~/.mutt/contacts.aliases
          source ~/.mutt/contacts.aliases

        In aerc.conf:
          address-book-cmd = contacts email "%s"

        EXAMPLES
          contacts email --mutt --offline -- lovelace
          contacts add-email --all --dry-run < message.eml
        """

    static var options: String {
        """
        Every command takes these options, before or after its name.

        \(GlobalOptions.description)

        EXAMPLES
          contacts --db ~/work.sqlite list
          contacts list --no-pager --no-color
        """
    }

    static let exitCodes = """
           0  done                       70  a defect in this program
           1  not found, or declined     73  cannot create a file or folder
           2  done in part               74  cannot read or write, output closed
          64  usage                      75  try again later
          65  unreadable data            77  the server rejects you
          66  input file missing         78  configuration
          69  network or server         141  the reader of the output quit
                         129, 130, 131, 143  stopped by a signal
        """

    /// Joins the words with commas, and wraps them into lines.
    private static func wrapped(_ words: [String]) -> String {
        StyledText(words.joined(separator: ", ")).wrapped(to: 78).map { "  " + $0.text }.joined(separator: "\n")
    }
}

/// Help topics that aren't commands, such as `contacts help query`.
enum HelpTopic: String, CaseIterable, Sendable {
    case commands
    case screen
    case books
    case query
    case selection
    case formats
    case exchange
    case configuration
    case files
    case mutt
    case options
    case exitCodes = "exit-codes"

    var title: String { page.title }

    var text: String { "\(rawValue.uppercased()): \(title)\n\n\(page.body())\n" }

    /// The title and the text below it, built only when read because some texts are slow to build.
    private var page: (title: String, body: () -> String) {
        switch self {
        case .commands: ("All commands, by what they do.", { ProgramHelp.commands })
        case .screen: ("The full screen: keys, pages and colors.", { HelpTexts.screen })
        case .books: ("Address books of your own, and their sources.", { HelpTexts.books })
        case .query: ("The query language.", { HelpTexts.query })
        case .selection: ("How commands select contacts.", { HelpTexts.selection })
        case .formats: ("Formats of results, and the fields.", { HelpTexts.formats })
        case .exchange: ("What import and export keep of a contact.", { HelpTexts.exchange })
        case .configuration: ("Where settings come from.", { HelpTexts.configuration })
        case .files: ("The files of the program.", { HelpTexts.files })
        case .mutt: ("Use in mutt and aerc.", { HelpTexts.mutt })
        case .options: ("The options of every command.", { HelpTexts.options })
        case .exitCodes: ("The meaning of the exit status.", { HelpTexts.exitCodes })
        }
    }

    static let list = allCases.filter { $0 != .commands }.map { topic in
        "  contacts help \(topic.rawValue.padded(to: 14)) \(topic.title)"
    }.joined(separator: "\n")
}

/// Handles `contacts help WORD…` for commands and topics.
enum HelpRequest {
    /// Returns the requested topic; `nil` if the arguments request a command or nothing.
    static func topic(_ arguments: [String]) throws -> HelpTopic? {
        let isHelp = arguments.contains { ["--help", "-h"].contains($0) }
        if isHelp, let word = arguments.first, !word.hasPrefix("-"), word != "help",
            CommandTree.subcommand(named: word, of: ContactsCommand.self) == nil
        {
            // The parser would print the program's help, as if the command existed.
            return try topic(["help", word])
        }
        guard arguments.first == "help" else { return nil }
        let (command, path, rest) = CommandTree.walk(arguments.dropFirst().filter { !$0.hasPrefix("-") })
        guard let word = rest.first else { return nil }
        let topics = HelpTopic.allCases.map(\.rawValue)
        if path.isEmpty, rest.count == 1, let topic = HelpTopic(rawValue: word.lowercased()) { return topic }
        let shown = TerminalText.sanitized(word)
        let suggestion = CommandTree.suggestion(for: word, below: command, also: path.isEmpty ? topics : [])
        let advice =
            suggestion.map { "Did you mean “contacts \((["help"] + path + [$0]).joined(separator: " "))”?" }
            ?? "See 'contacts help' for the commands and topics."
        throw Failure(.usage, "There is no command or topic “\(shown)”. \(advice)")
    }
}
