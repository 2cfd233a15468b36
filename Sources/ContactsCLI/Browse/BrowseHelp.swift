extension HelpTexts {
    static let screen = """
        contacts browse, and contacts alone on a terminal, show the contacts on the
        full screen. It needs a terminal and ncurses (Debian: libncursesw6).

        KEYS ON EVERY PAGE
          /            search as you type; matches in names come first
          Enter        open            Escape   go back
          j k, arrows  move            g G      first and last
          u            undo            Ctrl-R   redo
          ? F1         the keys of the page; F1 also where one types
          :            every action by its name
          1 to 6       the pages of the line at the top, which can be clicked; 7 is
                       the log of the program
          H L          the page before, and the one that was left
          T            the next theme  Ctrl-L   draw again
          q            quit

        IN THE LIST
          n e f d      new, edit, favorite, remove
          Space A c    mark, mark all that match, remove all marks;
                       x d f M + - work on the marked
          M            merge the marked contacts into one
          + -          add to a group, remove from a group, both chosen from a list
          x            export to a file: .vcf .csv .json and others
          s S          the next order, reversed order
          * o          only favorites, a group chosen from a list
          ' and a letter   jump to that letter
          y            copy the e-mail address or the number
          r            refresh

        ON A CONTACT
          Enter        open the address, number, page or place in another program
          y e f d      copy, edit, favorite, remove
          c            a QR code for cameras
          + -          add to a group, remove from a group

        ON THE OTHER PAGES
          /            search in the rows
        Duplicates: Enter shows what merging would make, d remembers that these are
        different people. History: U undoes everything down to this step.
        Books: n begins a book of your own, v adds one from a server, f one with a
        folder, i one from a file; s synchronizes, c connects a book of your own to a
        server, m makes it the default, a shows all together.
        Settings: Enter changes one of the few that matter, a shows all.

        Where something could not be read, r tries again and d says why. Addresses are
        opened by xdg-open, or pages by the program of the variable BROWSER; without
        one they are shown and copied.

        Among all books each contact says its book, and is changed there; a new one goes
        into the default book. u undoes the last change of all books, and says where.

        The search is in the query language: contacts help query.

        IN A FORM
          Tab, Enter   next field      Ctrl-S   show what changes, then save
          Ctrl-T       the next type of a number, an e-mail or an address
          Ctrl-O       another value or address       Ctrl-X   remove it
          Where a file is asked for, Tab completes its path.

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
        fits the terminal; NO_COLOR means none.

        EXAMPLES
          contacts browse /contact/3fa2
          contacts browse '/contacts?query=city:berlin&sort=birthday'
          contacts browse --book all
          mutt "$(contacts pick --email)"
          contacts storybook list/data --width 60
        """
}
