/// What the help of each command looks like at 80 columns, word for word.
enum HelpScreens {
    /// The options that every command has.
    static let shared = """
          --env <name>            The environment: DEV, QC or PROD. (variable
                                  CONTACTS_ENV)
          --db <file>             The database file. (variable CONTACTS_DB)
          --config <file>         Read settings from this .xcconfig file.
          --log-level <level>     What to log: fatal, error, warning, info, debug or
                                  trace. (variable CONTACTS_LOG)
          --log-format <format>   How to log: text, or json with a line for each
                                  message. (values: text, json)
          --log-file <file>       Log to the end of this file, not to standard error.
          -v, --verbose           Log more: -v is info, -vv is debug.
          -q, --quiet             No progress, counts and notes; warnings and errors
                                  stay.
        """

    /// The part of each screen before and after the options that every command has.
    static let own: [String: (before: String, after: String)] = [
        "": (
            """
            OVERVIEW: The people you know, in the terminal: fetched from an API, kept here,
            there when you are offline.

            EXAMPLES
              contacts list                 Everybody; the first time, people are fetched.
              contacts show 1c41a2          One person, by the beginning of the identifier.
              contacts edit 1c41a2 --email ada@example.com
              contacts sync --results 500 --pages 10
              contacts list --format json | jq '.[].email'

            EXIT CODES
               0  done                       70  a defect of this program
               1  not found, or refused      73  cannot create a file or folder
               2  done in part               74  cannot read or write, output closed
              64  usage                      75  try again later
              65  unreadable data            77  the server refuses you
              66  input file missing         78  configuration
              69  network or server         130, 143  stopped by a signal

            USAGE: contacts <command> [<options>]

            OPTIONS:
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.

            SUBCOMMANDS:
              list                    Print the contacts.
              show                    Print everything about one contact.
              add, new                Add a contact.
              edit                    Change a contact.
              remove, rm, delete, del Remove contacts.
              undo                    Take the last change back.
              redo                    Do again what was undone last.
              history                 Print the last changes.
              sync                    Fetch people from the API and store them.
              config                  Show the settings.
              serve                   Run a server of invented people on this machine.

              See 'contacts help <subcommand>' for detailed help.
            """
        ),
        "list": (
            """
            OVERVIEW: Print the contacts.

            The first time, and when the stored people are older than the cache time, a
            page of people is fetched. If that fails, the stored ones are shown with a
            warning that tells their age.

            On a terminal the default is a table, elsewhere lines of values separated by
            tabs, without a header:
            id, first, last, email, phone, cell, birthday, city, country, nationality.
            JSON is an array of objects with the keys id, name, gender, email, phone, cell,
            birthday, address, nationality, picture, registered and edited, null where
            nothing is known.

            Terms narrow the list, and all of them must hold: a word is found at the
            beginning of any word, without regard to case and accents; "two words" are
            exactly these; city:berlin looks in one field (name, email, phone, city,
            country, nat, birthday, organization, note, group and others); -word leaves out
            who has it; OR and parentheses choose.

            EXAMPLES
              contacts list --limit 20 --sort birthday
              contacts list city:berlin -nat:de
              contacts list 'name:"ada lovelace" OR org:acme' --birthday-within 30
              contacts list --offline --format json
              contacts list | cut -f 2-4

            USAGE: contacts list [<term> ...] [--limit <number>] [--sort <key>] [--offline | --refresh] [<options>]

            ARGUMENTS:
              <term>                  What to look for: words, field:word, "two words",
                                      -word, OR and parentheses.

            OPTIONS:
              --format <format>       How to print; a table on a terminal, else tsv.
                                      (values: table, json, tsv)
              --limit <number>        Print at most this many contacts.
              --sort <key>            The order. (values: last, first, birthday; default:
                                      last)
              --offline               Do not use the network.
              --refresh               Fetch the people again first; fail when that fails.
              --nat <code>            Only these nationalities, such as de or de,fr.
                                      Repeatable.
              --gender <gender>       Only this gender.
              --city <city>           Only this city.
              --country <country>     Only this country.
              --group <group>         Only this group.
              --favorite              Only favourites.
              --birthday-within <days>
                                      Only those with a birthday today or in the next days,
                                      0 to 366.
              --updated-since <date>  Only those that changed since then: YYYY-MM-DD, or
                                      with a time.
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "show": (
            """
            OVERVIEW: Print everything about one contact.

            EXAMPLES
              contacts show 1c41a2
              contacts show 1c41a2 --format json

            USAGE: contacts show <id-or-prefix> [--format <format>] [<options>]

            ARGUMENTS:
              <id-or-prefix>          The identifier of the contact, or its beginning.

            OPTIONS:
              --format <format>       How to print. (values: text, json, tsv; default: text)
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "edit": (
            """
            OVERVIEW: Change a contact.

            What is changed here stays, whatever the API says later. An empty text removes
            a value; contacts undo takes the edit back.

            EXAMPLES
              contacts edit 1c41a2 --phone '+41 44 000 00 00'
              contacts edit 1c41a2 --first-name Ada --last-name Lovelace
              contacts edit 1c41a2 --birthday=--12-10 --group friends --favorite

            USAGE: contacts edit <id-or-prefix> [--first-name <text>] [--last-name <text>] [--email <address>] [--phone <number>] [<options>]

            ARGUMENTS:
              <id-or-prefix>          The identifier of the contact, or its beginning.

            OPTIONS:
              --title <text>          The form of address, such as Mrs.
              --first-name <text>     The given name.
              --middle-name <text>    Additional names.
              --last-name <text>      The family name.
              --suffix <text>         What stands behind the name, such as PhD.
              --nickname <text>       The nickname.
              --gender <text>         The gender.
              --email <address>       The e-mail address.
              --phone <number>        The telephone number.
              --cell <number>         The mobile number.
              --organization <text>   The organization.
              --unit <text>           A unit of the organization, larger ones first.
                                      Repeatable.
              --job-title <text>      The position in the organization.
              --role <text>           What the person does there.
              --birthday <date>       The birthday: YYYY-MM-DD, or --birthday=--MM-DD.
              --anniversary <date>    The anniversary, written like the birthday.
              --url <url>             A web address; takes the place of those there are.
                                      Repeatable.
              --note <text>           A note.
              --group <name>          Put the contact in this group. Repeatable.
              --favorite/--no-favorite
                                      Mark the contact as a favourite, or take the mark
                                      away.
              --remove-group <name>   Take the contact out of this group. Repeatable.
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "sync": (
            """
            OVERVIEW: Fetch people from the API and store them.

            Fetches the first page that is missing here and those after it; all pages again
            when none is missing. Each page is stored at once, so that what was fetched
            stays when the rest fails.

            EXAMPLES
              contacts sync
              contacts sync --results 500 --pages 10

            USAGE: contacts sync [--results <number>] [--pages <number>] [<options>]

            OPTIONS:
              --results <number>      How many people a page has, 1 to 5000. (default:
                                      API_PAGE_SIZE)
              --pages <number>        How many pages to have, 1 to 10000. (default: 1)
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "serve": (
            """
            OVERVIEW: Run a server of invented people on this machine.

            The server speaks the language of randomuser.me and listens on 127.0.0.1 alone.
            The first line on standard output is its URL. Stop it with Ctrl-C.

            With --fault it misbehaves, for tests of clients: latency=TIME, hang,
            drip=BYTES, reset, reset-body=BYTES, truncate=BYTES, wrong-length=BYTES,
            status=N[,RETRY-AFTER], html-error=N, malformed-json, empty, oversize=BYTES,
            oversize-stream=BYTES, redirect-loop, redirect=N or gzip-bomb=BYTES; '*N'
            behind it means the next N requests only.

            EXAMPLES
              contacts serve --port 8080
              contacts serve --fault 'status=503*2'
              CONTACTS_API_ENDPOINT_URL=http://127.0.0.1:8080/api/ contacts sync

            USAGE: contacts serve [--port <number>] [--token <token>] [--budget <people>] [--fault <fault> ...] [<options>]

            OPTIONS:
              --port <number>         The port, 0 to 65535; 0 is any free one. (default: 0)
              --token <token>         Answer only requests that carry this bearer token.
              --budget <people>       How many people a client may ask for in five minutes;
                                      0 sets no limit. (default: 20000)
              --fault <fault>         How to misbehave; may be given several times.
              --fault-header          Let a request ask for a fault by the header X-Fault.
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "config show": (
            """
            OVERVIEW: Print every setting with its value; secrets are covered.

            EXAMPLES
              contacts config show --origin
              contacts config show --env PROD --format json

            USAGE: contacts config show [--origin] [--format <format>] [<options>]

            OPTIONS:
              --origin                Tell where each value comes from.
              --format <format>       How to print. (values: text, json; default: text)
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "add": (
            """
            OVERVIEW: Add a contact.

            Prints the identifier of the new contact. What is added here stays, whatever
            the API says later; contacts undo takes it back.

            EXAMPLES
              contacts add --first-name Ada --last-name Lovelace --email ada@example.com
              contacts add --organization 'Example Ltd' --phone '+41 44 000 00 00'

            USAGE: contacts add [--first-name <text>] [--last-name <text>] [--email <address>] [--phone <number>] [<options>]

            OPTIONS:
              --title <text>          The form of address, such as Mrs.
              --first-name <text>     The given name.
              --middle-name <text>    Additional names.
              --last-name <text>      The family name.
              --suffix <text>         What stands behind the name, such as PhD.
              --nickname <text>       The nickname.
              --gender <text>         The gender.
              --email <address>       The e-mail address.
              --phone <number>        The telephone number.
              --cell <number>         The mobile number.
              --organization <text>   The organization.
              --unit <text>           A unit of the organization, larger ones first.
                                      Repeatable.
              --job-title <text>      The position in the organization.
              --role <text>           What the person does there.
              --birthday <date>       The birthday: YYYY-MM-DD, or --birthday=--MM-DD.
              --anniversary <date>    The anniversary, written like the birthday.
              --url <url>             A web address; takes the place of those there are.
                                      Repeatable.
              --note <text>           A note.
              --group <name>          Put the contact in this group. Repeatable.
              --favorite/--no-favorite
                                      Mark the contact as a favourite, or take the mark
                                      away.
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "remove": (
            """
            OVERVIEW: Remove contacts.

            All of them go, or none. Nobody who was removed comes back with a sync;
            contacts undo brings them back.

            On a terminal you are asked first. Elsewhere nothing is removed without --yes.

            EXAMPLES
              contacts remove 1c41a2
              contacts remove 1c41a2 9be0 --dry-run
              contacts list org:acme | cut -f 1 | xargs contacts remove --yes

            USAGE: contacts remove <id-or-prefix> ... [--yes] [--dry-run] [<options>]

            ARGUMENTS:
              <id-or-prefix>          The identifiers of the contacts, or their beginnings.

            OPTIONS:
              -y, --yes               Do not ask.
              -n, --dry-run           Print who would be removed, and change nothing.
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "undo": (
            """
            OVERVIEW: Take the last change back.

            A command that adds, edits, removes, imports or merges is one step, however
            many contacts it changed.
            contacts redo does it again; contacts history lists the steps.

            EXAMPLES
              contacts undo
              contacts undo --steps 3

            USAGE: contacts undo [--steps <number>] [<options>]

            OPTIONS:
              --steps <number>        How many steps. (default: 1)
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "redo": (
            """
            OVERVIEW: Do again what was undone last.

            The step that was undone last is the first to be done again. A new change drops
            what could be.
            contacts history lists the steps.

            EXAMPLES
              contacts redo
              contacts redo --steps 3

            USAGE: contacts redo [--steps <number>] [<options>]

            OPTIONS:
              --steps <number>        How many steps. (default: 1)
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        "history": (
            """
            OVERVIEW: Print the last changes.

            The last step comes first. A step that is undone stays until the next change.

            On a terminal the default is a table, elsewhere lines of values separated by
            tabs, without a header:
            step, date, title, contacts, undone.
            JSON is an array of objects with the keys step, date, title, contacts, ids (at
            most 10) and undone.

            EXAMPLES
              contacts history
              contacts history --limit 100 --format json

            USAGE: contacts history [--limit <number>] [--format <format>] [<options>]

            OPTIONS:
              --limit <number>        Print at most this many steps. (default: 20)
              --format <format>       How to print; a table on a terminal, else tsv.
                                      (values: table, tsv, json)
            """,
            """
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
    ]
}
