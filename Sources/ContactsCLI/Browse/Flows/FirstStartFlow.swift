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
        case .emptyBook: "A book of your own. It becomes the default book."
        case .file: "A vCard, CSV or JSON file goes into a book of your own."
        case .server: "A CardDAV account, such as your mail provider’s. Changes go both ways."
        case .demonstration: "They come from a server inside this program. No network is needed."
        }
    }
}

/// The first start without any data: a choice, what it needs to know, then the work.
struct FirstStartCoordinator: FlowCoordinator {
    /// The stage of the flow.
    enum Stage: Hashable, Sendable {
        /// How to begin.
        case choice
        /// The question for what the choice needs: the name of the book, the path of the file, the address of the server.
        case question(FirstStartChoice)
        /// The question for the name of the user at the server with this address.
        case user(address: String)
        /// The work for the choice, with the text that was entered for it.
        case working(FirstStartChoice, String)
    }

    /// The name of a book that is begun, unless another one is given.
    static let bookName = "home"

    /// The stage of the flow.
    private(set) var stage = Stage.choice

    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch (stage, step) {
        case (.choice, .beginningChosen(.demonstration)):
            stage = .working(.demonstration, "")
            return .begin(.fetchPeople)
        case (.choice, .beginningChosen(let choice)):
            stage = .question(choice)
            return nil
        case (.choice, .left):
            return .back
        case (.choice, .pageChosen(let route)), (.question, .pageChosen(let route)), (.user, .pageChosen(let route)):
            return .open(route)
        case (.question(let choice), .textEntered(let text)):
            return begin(choice, text.trimmed())
        case (.user(let address), .textEntered(let text)):
            let user = text.trimmed()
            stage = .working(.server, address)
            return .begin(.connect(address: address, user: user.isEmpty ? nil : user))
        case (.user, .left), (.user, .rejected):
            stage = .question(.server)
            return nil
        case (.question, .left), (.question, .rejected):
            stage = .choice
            return nil
        case (.working(let choice, _), .workFailed):
            stage = choice == .demonstration ? .choice : .question(choice)
            return nil
        case (.working(let choice, _), .workDone(let book)):
            stage = .choice
            return .replace(.contacts(ListRoute(book: choice == .demonstration ? nil : book)))
        default:
            return nil
        }
    }

    private mutating func begin(_ choice: FirstStartChoice, _ text: String) -> FlowDirection? {
        switch choice {
        case .demonstration: return nil
        case .emptyBook:
            let name = text.isEmpty ? Self.bookName : text
            stage = .working(choice, name)
            return .begin(.addBook(name: name))
        // Without a path or an address, the question stays.
        case .file:
            guard !text.isEmpty else { return nil }
            stage = .working(choice, text)
            return .begin(.importFile(path: text))
        case .server:
            guard !text.isEmpty else { return nil }
            // A mail address is the name of the user, too.
            let isMail = text.contains("@") && !text.contains("://")
            stage = isMail ? .working(choice, text) : .user(address: text)
            return isMail ? .begin(.connect(address: text, user: nil)) : nil
        }
    }
}
