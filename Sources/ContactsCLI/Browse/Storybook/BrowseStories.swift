import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

/// Every view of `contacts browse` in every state, to look at and to test.
enum BrowseStories {
    /// All stories.
    static let book = Storybook(contactList + contact + forms + firstStart + dialogs + rows + frame + Storybook.parts)

    private static let failure = RepositoryError(
        .databaseBusy,
        "Another program is writing to the database. Try again."
    )

    // MARK: Samples

    /// Invented people.
    static let people: [Contact] = {
        let names = [
            ("Ada", "Lovelace"), ("Grace", "Hopper"), ("Zoë", "D’Argent"), ("愛", "田中"),
            ("Karl-Friedrich", "Maximilian von und zu Hohenstein"),
        ]
        return names.enumerated().map { index, name in
            var contact = Contact(
                id: ContactID(rawValue: "3fa2000\(index)"),
                name: PersonName(first: name.0, last: name.1),
                email: "person\(index)@example.org",
                phone: "+41 44 000 00 0\(index)",
                birthday: "18\(index)5-12-10",
                address: PostalAddress(
                    street: "\(index + 1) Example Street",
                    city: "London",
                    postcode: "W1",
                    country: "United Kingdom"
                ),
                origin: .local
            )
            contact.isFavorite = index == 1
            contact.categories = ["Friends"]
            contact.urls = ["https://example.org/\(index)"]
            contact.note = "Likes engines.\nCalls on Mondays."
            return contact
        }
    }()

    private static func listState(
        _ request: BrowseRequest = BrowseRequest(),
        _ change: (inout ContactBrowserState) -> Void = { _ in }
    ) -> ContactBrowserState {
        var state = ContactBrowserState(request: request)
        let rows = people.map { ListedContact(contact: $0, part: 0) }
        state.content = .hasData(ContactWindow(request: request, rows: rows, selection: 1, offset: 0))
        state.total = people.count
        change(&state)
        return state
    }

    private static func menu(_ purpose: GroupMenu.Purpose, typed: String = "") -> GroupMenu {
        let names = [("Colleagues", 12), ("Family", 4), ("Friends", 1)]
        var menu = GroupMenu(purpose, groups: names.map { StoreOverview.Group(name: $0.0, contacts: $0.1) })
        _ = menu.type(.paste(typed))
        return menu
    }

    // MARK: Stories

    private static let contactList = [
        Story("list/data") { ContactListView(state: listState(), input: nil) },
        Story("list/searching") {
            ContactListView(state: listState(BrowseRequest(query: "gra")), input: TextInput("gra"))
        },
        Story("list/marked") {
            ContactListView(state: listState { $0.marks = [people[0].id, people[2].id] }, input: nil)
        },
        Story("list/sorted-and-grouped") {
            ContactListView(state: listState(BrowseRequest(sort: .birthdayReversed, group: "Friends")), input: nil)
        },
        Story("list/problem") {
            ContactListView(state: listState(BrowseRequest(query: "city:")), input: TextInput("city:"))
        },
        Story("list/letter") { ContactListView(state: listState(), input: nil, isJumping: true) },
        Story("list/question") {
            let lines = [StyledText("Remove Ada Lovelace?"), StyledText("u undoes it.", style: .dim)]
            return ContactListView(
                state: listState(),
                input: nil,
                question: QuestionView(title: "Remove", lines: lines, yes: "Remove", isDangerous: true)
            )
        },
        Story("list/groups") {
            ContactListView(state: listState(), input: nil, question: menu(.showing(now: "Friends")).view)
        },
        Story("list/group-new") {
            let ids = [people[0].id, people[2].id]
            return ContactListView(
                state: listState { $0.marks = Set(ids) },
                input: nil,
                question: menu(.adding(ids), typed: "club").view
            )
        },
        Story("list/groups-counting") {
            ContactListView(state: listState(), input: nil, question: GroupMenu(.showing(now: nil)).view)
        },
        Story("list/export") {
            ContactListView(
                state: listState(),
                input: nil,
                question: ContactExport.view(TextInput("friends.vcf"), count: 2)
            )
        },
        Story("list/all-books") {
            let rows = people.enumerated().map { index, contact in
                var contact = contact
                contact.book = index % 2 == 0 ? "home" : "work"
                return ListedContact(contact: contact, part: 0)
            }
            return ContactListView(
                state: listState {
                    $0.content = .hasData(ContactWindow(request: BrowseRequest(), rows: rows, selection: 1, offset: 0))
                },
                input: nil
            )
        },
        Story("list/loading") {
            ContactListView(state: listState { $0.content = .loading() }, input: nil)
        },
        Story("list/loading-again") {
            ContactListView(state: listState { $0.content = $0.content.reloading }, input: nil)
        },
        Story("list/empty") {
            ContactListView(state: listState { ($0.content, $0.total) = (.noData, 0) }, input: nil)
        },
        Story("list/no-match") {
            let state = listState(BrowseRequest(query: "xyz")) { ($0.content, $0.total) = (.noData, 0) }
            return ContactListView(state: state, input: nil)
        },
        Story("list/error") {
            ContactListView(state: listState { ($0.content, $0.total) = (.error(failure), nil) }, input: nil)
        },
    ]

    private static let contact = [
        Story("contact/data") { ContactPageView(state: .hasData(people[0]), selection: 3, today: "2026-11-26") },
        Story("contact/favorite") { ContactPageView(state: .hasData(people[1]), selection: 0, today: "2026-11-26") },
        Story("contact/long-name") { ContactPageView(state: .hasData(people[4]), selection: 1, today: "2026-11-26") },
        Story("contact/code") {
            ContactPageView(state: .hasData(people[0]), selection: 0, code: ContactCode.texts(of: people[0]))
        },
        Story("contact/loading") { ContactPageView(state: .loading(), selection: 0) },
        Story("contact/empty") { ContactPageView(state: .noData, selection: 0) },
        Story("contact/error") { ContactPageView(state: .error(failure), selection: 0) },
    ]

    private static let forms = [
        Story("form/data") { ContactFormView(state: ContactFormState(content: .hasData(ContactForm(people[0])))) },
        Story("form/new") {
            let empty = Contact(id: ContactID(rawValue: ""), origin: .local)
            return ContactFormView(state: ContactFormState(content: .hasData(ContactForm(empty))))
        },
        Story("form/problem") {
            var form = ContactForm(people[0])
            let index = form.rows.firstIndex { $0.label == "Birthday" } ?? 0
            form.moveTo(index)
            _ = form.type(.paste("tomorrow"))
            _ = form.checkAll()
            return ContactFormView(state: ContactFormState(content: .hasData(form)))
        },
        Story("form/difference") {
            var form = ContactForm(people[0])
            _ = form.type(.paste("Countess"))
            return ContactFormView(
                state: ContactFormState(content: .hasData(form)),
                question: QuestionView(
                    title: "Save these changes?",
                    lines: DifferenceLines.styled(form.difference),
                    yes: "Save"
                )
            )
        },
        Story("form/loading") { ContactFormView(state: ContactFormState(content: .loading())) },
        Story("form/empty") { ContactFormView(state: ContactFormState(content: .noData)) },
        Story("form/error") { ContactFormView(state: ContactFormState(content: .error(failure))) },
    ]

    private static let firstStart = [
        Story("first-start/choice") { FirstStartView(stage: .choice, selection: 0) },
        Story("first-start/book") { FirstStartView(stage: .form(.emptyBook), selection: 0) },
        Story("first-start/file") {
            FirstStartView(stage: .form(.file), selection: 1, form: form(.file, ["~/contacts.vcf"], name: "home"))
        },
        Story("first-start/server") {
            FirstStartView(
                stage: .form(.server),
                selection: 2,
                form: form(.server, ["https://dav.example.org/", "ada", "secret"], name: "home") {
                    $0.fail(Failure(.noPermission, "The server does not accept the user and the password."))
                }
            )
        },
        Story("first-start/working") { FirstStartView(stage: .working(.demonstration), selection: 3) },
    ]

    /// A form with texts in its fields.
    private static func form(
        _ kind: BookForm.Kind,
        _ texts: [String],
        name: String? = nil,
        _ change: (inout BookForm) -> Void = { _ in }
    ) -> BookForm {
        var form = BookForm(kind, name: name)
        for (index, text) in texts.enumerated() {
            form.moveTo(index)
            _ = form.type(.paste(text)) { text, _ in text }
        }
        change(&form)
        return form
    }

    /// The dialogs of the pages of books and of settings.
    static let dialogs = [
        Story("books/new") { BookFormDialog.view(BookForm(.own)) },
        Story("books/server") { BookFormDialog.view(form(.server, ["work", "ada@example.org"])) },
        Story("books/choice") {
            BookFormDialog.view(
                form(.server, ["work", "https://dav.example.org/", "ada"]) {
                    let details = [
                        "https://dav.example.org/ada/home/  Home", "https://dav.example.org/ada/club/  Club",
                    ]
                    $0.fail(Failure(.usage, "The account has 2 address books. Choose one.", details: details))
                }
            )
        },
        Story("books/synchronizing", elapsed: .milliseconds(300)) {
            BookFormDialog.view(BookForm(.password("work")), activity: "Synchronizing: 120 of 500 contacts")
        },
        Story("settings/edit") { SettingDialog.view(.theme, TextInput("light")) },
        Story("settings/problem") {
            SettingDialog.view(.theme, TextInput("pink"), problem: "THEME is “pink”. Use auto, dark or light.")
        },
    ]
}
