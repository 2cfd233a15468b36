import Primitives

/// The ways to begin without any data.
enum FirstStartChoice: String, CaseIterable, Hashable, Sendable {
    /// A book of one's own, which is empty at first.
    case emptyBook
    /// The contacts of a file.
    case file
    /// An address book at a server.
    case server
    /// The invented people of the server inside the program.
    case demonstration

    /// The choice in a few words.
    var title: String {
        switch self {
        case .emptyBook: "Begin an empty address book"
        case .file: "Import contacts from a file"
        case .server: "Connect to an address book at a server"
        case .demonstration: "Look around among invented people"
        }
    }

    /// The consequence of the choice.
    var explanation: String {
        switch self {
        case .emptyBook: "A book of your own. The first one becomes the default."
        case .file: "A vCard, CSV or JSON file becomes a book of your own."
        case .server: "CardDAV, such as your mail provider’s; it goes both ways."
        case .demonstration: "They come from this program; no network is needed."
        }
    }
}

/// The first start without any data: a choice, what it needs to know, then the work.
struct FirstStartCoordinator: FlowCoordinator {
    /// The stage of the flow.
    enum Stage: Hashable, Sendable {
        /// How to begin.
        case choice
        /// The form for what the choice needs: the name of the book, the path of the file, the account at the server.
        case form(FirstStartChoice)
        /// The work for the choice.
        case working(FirstStartChoice)
    }

    /// The name of a book that is begun, unless another one is given.
    static let bookName = "home"

    /// The stage of the flow.
    private(set) var stage = Stage.choice

    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch (stage, step) {
        case (.choice, .beginningChosen(.demonstration)):
            stage = .working(.demonstration)
            return .begin(.fetchPeople)
        case (.choice, .beginningChosen(let choice)):
            stage = .form(choice)
            return nil
        case (.choice, .left):
            return .back
        case (.choice, .pageChosen(let route)), (.form, .pageChosen(let route)):
            return .open(route)
        case (.form(let choice), .formSubmitted):
            stage = .working(choice)
            return .begin(.beginBook)
        case (.form, .left), (.form, .rejected):
            stage = .choice
            return nil
        case (.working(let choice), .workFailed):
            stage = choice == .demonstration ? .choice : .form(choice)
            return nil
        case (.working(let choice), .workDone(let book)):
            stage = .choice
            return .replace(.contacts(ListRoute(book: choice == .demonstration ? nil : book)))
        default:
            return nil
        }
    }
}
