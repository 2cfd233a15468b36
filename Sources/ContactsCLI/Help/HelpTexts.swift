import Repository

/// The texts of the topics, in lines of at most 80 columns.
enum HelpTexts {
    static let query = """
        list, search, export, birthdays, email, phone and address take terms, and all of
        them must hold. Case and accents do not count.

          ada                 a word, found at the beginning of any word
          "grace hopper"      exactly these words, one after the other
          city:berlin         a term in one field
          -nat:de             who does not have it
          ada OR grace        one of the two; weaker than terms side by side
          (ada OR grace) nat:de   parentheses group
          favorite:yes, edited:no, source:local, birthday:12-10, birthday:1990
                      yes and no, source and local, days, months and years

        A backslash takes the meaning from the character behind it. A field that does
        not exist is an error, as a search for it as text would find nobody.

        The fields, which have the names that vCard gives them, too:
        \(wrapped(ContactField.queryNames))

        EXAMPLES
          contacts list city:berlin -nat:de
          contacts search 'name:"ada lovelace" OR org:acme'
          contacts export group:friends birthday:12-10 -o that-day.vcf
        """

    static let selection = """
        show, edit, remove, favorite, group and merge take contacts that are named by

          1c41a2fe-…          the identifier, or the beginning of it
          "Ada Lovelace"      the exact name
          email:ada@x.org     a query that fits nobody else
          -                   identifiers on standard input, one at the beginning of
                              each line

        What fits several is refused with a list of them; at a terminal you choose, one
        or more (1,3-5). Elsewhere, search prints who fits, and - takes them all.

        EXAMPLES
          contacts show 1c41a2 "Grace Hopper"
          contacts search group:old | contacts remove - --yes
        """

    static let formats = """
        A terminal gets a table; anything else gets tsv: a line for each contact, values
        with tabs between them, no header unless --header asks for it.

          table, plain, tsv, csv, json, ndjson, vcard, jcard, yaml

        --fields name,email chooses what is printed; --json=name,email does in JSON.
        JSON has all fields at all times, null for what is unknown, dates as ISO 8601.
        With JSON, errors are JSON too: {"error":{"code":…,"message":…,"hint":…}}.
        NO_COLOR, CLICOLOR_FORCE and --color decide about colour; CONTACTS_PAGER, PAGER
        and --no-pager about paging.

        The fields:
        \(wrapped(OutputField.names))

        EXAMPLES
          contacts list --fields name,city
          contacts list --json=name,email | jq '.[].email'
        """

    static let exchange = """
        import reads vCard 2.1, 3.0 and 4.0, jCard, CSV with a header and the JSON of
        this program; a folder stands for the vCards in it, - for standard input.
        export writes vcard (3.0 or 4.0), jcard, csv, json and ndjson.

        vCard, jCard and JSON keep everything: what a contact has no field for is kept
        as it was and written back. CSV has columns for five e-mail addresses, six
        numbers and three postal addresses, and none for photos and unknown properties.

        A contact is known again by its UID; --duplicates update (the default), skip or
        keep says what happens then. What cannot be read is told as file:line: reason,
        and the rest goes on. Each import is one step, which undo takes back.

        EXAMPLES
          contacts import friends.vcf ~/cards --dry-run
          contacts export --vcard-version 3.0 -o all.vcf
        """

    static let configuration = """
        From the strongest to the weakest:

          1  options: --env, --db, --cacert, --log-level
          2  variables: CONTACTS_ and the key, such as CONTACTS_API_PAGE_SIZE;
             CONTACTS_ENV, CONTACTS_DB and CONTACTS_LOG are short forms
          3  the .xcconfig file that --config names
          4  Local.xcconfig in your folder of settings (contacts config path)
          5  the file of the environment, which is inside the program
          6  defaults

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
                              everybody, and the history; --db names another
        $XDG_CONFIG_HOME/contacts/Local.xcconfig               (~/.config)
                              your settings
        $XDG_STATE_HOME/contacts/drafts                        (~/.local/state)
                              texts that an editor left and that were not saved

        Only you can read the database and what export --output writes.

        EXAMPLES
          contacts config get DATABASE_PATH
          contacts doctor
        """

    static let mutt = """
        email, phone and address print a line for each value: the value, the name and
        the type, with tabs between them; exit status 1 when nobody matches. With --mutt
        a line comes first, which mutt leaves out.

        In ~/.muttrc:
          set query_command = "contacts email --mutt '%s'"
          bind editor <Tab> complete-query

        In aerc.conf:
          address-book-cmd = contacts email "%s"

        EXAMPLES
          contacts email --mutt lovelace
        """

    /// What the exit status says, in two columns.
    static let exitCodes = """
           0  done                       70  a defect of this program
           1  not found, or refused      73  cannot create a file or folder
           2  done in part               74  cannot read or write, output closed
          64  usage                      75  try again later
          65  unreadable data            77  the server refuses you
          66  input file missing         78  configuration
          69  network or server         130, 143  stopped by a signal
        """

    /// Words with commas between them, in lines.
    private static func wrapped(_ words: [String]) -> String {
        var lines: [String] = [" "]
        for (index, word) in words.enumerated() {
            let text = index == words.count - 1 ? word : word + ","
            if lines[lines.count - 1].count + text.count + 1 > 80 { lines.append(" ") }
            lines[lines.count - 1] += " " + text
        }
        return lines.joined(separator: "\n")
    }
}
