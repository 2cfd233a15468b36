import Bloc
import BlocFiles
import BlocKit
import Primitives
import Repository

/// A page of `contacts browse`, as a path such as `/contact/3fa2` names it.
///
/// `Route(path:)` and ``path`` are inverse: every route is read back from the path that it prints.
enum Route: Hashable, Sendable {
    case contacts(ListRoute)
    /// One contact, by its identifier or the beginning of it.
    case contact(String)
    case editContact(String)
    case newContact
    case birthdays, duplicates, history, books, settings, log
    /// A view with sample states; without a name, the list of them.
    case storybook(String?)
    case notFound(String)

    static let home = Route.contacts(ListRoute())

    /// The page without the name of a book: that of the book that is shown.
    var inItsBook: Route { if case .contacts(let list) = self { .contacts(list.inItsBook) } else { self } }

    /// Whether the page is one to return to in a later run: not a form, a wrong path or a list of another book.
    fileprivate var isKept: Bool {
        switch self {
        case .contacts: self == inItsBook
        case .contact, .birthdays, .duplicates, .history, .books, .settings, .log: true
        case .editContact, .newContact, .storybook, .notFound: false
        }
    }
}

/// The filter and the order of a list of contacts.
struct ListRoute: Hashable, Sendable {
    /// A query of the query language, as it was typed.
    var query = ""
    var sort = ListOrder.last
    /// Only this group; `nil` shows all contacts.
    var group: String?
    /// The book; `nil` is the one that the settings choose.
    var book: String?

    var inItsBook: ListRoute { ListRoute(query: query, sort: sort, group: group) }
}

extension Route {
    /// The maximum length of a path, in bytes.
    private static let longestPath = 65_536

    /// The pages without parameters; the names of their cases are the words of their paths.
    private static let plain: [Route] = [.birthdays, .duplicates, .history, .books, .settings, .log]

    /// Reads a path; one that names no page gives ``notFound(_:)`` with the path.
    ///
    /// The slash at the beginning may be missing, and one at the end is ignored.
    init(path text: String) {
        let path = text.utf8.first == UInt8(ascii: "/") ? text : "/" + text
        self = Self.page(path) ?? .notFound(path)
    }

    private static func page(_ path: String) -> Route? {
        guard path.utf8.count <= longestPath else { return nil }
        let halves = PathText.parts(of: path[...], between: "?", atMost: 2)
        let parameters = halves.count == 2 ? halves[1] : nil
        var words = Array(PathText.parts(of: halves[0], between: "/").dropFirst())
        if words.first == "storybook", parameters == nil { return storybook(words.dropFirst()) }
        if words.last?.isEmpty == true { words.removeLast() }
        if words.isEmpty || words == ["contacts"] { return ListRoute(parameters: parameters).map(Route.contacts) }
        // Only the list has parameters.
        guard parameters == nil else { return nil }
        switch (words.first, words.count) {
        case (let word?, 1):
            return plain.first { "\($0)" == word }
        case ("contact", 2):
            return words[1] == "new" ? .newContact : identifier(words[1]).map(Route.contact)
        case ("contact", 3) where words[2] == "edit":
            return identifier(words[1]).map(Route.editContact)
        default:
            return nil
        }
    }

    private static func storybook(_ words: ArraySlice<Substring>) -> Route? {
        if words.allSatisfy(\.isEmpty), words.count <= 1 { return .storybook(nil) }
        let names = words.compactMap { PathText.decoded($0) }
        return names.count == words.count ? .storybook(names.joined(separator: "/")) : nil
    }

    private static func identifier(_ word: Substring) -> String? {
        PathText.decoded(word).flatMap { $0.isEmpty ? nil : $0 }
    }

    var path: String {
        switch self {
        case .contacts(let list): return "/contacts" + list.parameters
        case .contact(let id): return "/contact/" + Self.word(of: id)
        case .editContact(let id): return "/contact/" + Self.word(of: id) + "/edit"
        case .newContact: return "/contact/new"
        case .storybook(let story):
            guard let story else { return "/storybook" }
            let names = PathText.parts(of: story[...], between: "/")
            return "/storybook/" + names.map { PathText.encoded(String($0)) }.joined(separator: "/")
        case .notFound(let path): return path
        case .birthdays, .duplicates, .history, .books, .settings, .log:
            return "/\(self)"
        }
    }

    /// Returns an identifier for a path; one that looks like a word of ours is escaped at its first character.
    private static func word(of id: String) -> String { id == "new" ? "%6Eew" : PathText.encoded(id) }
}

extension ListRoute {
    /// Reads the part of a path behind its question mark; `nil` when it has a parameter or an order that does not exist.
    fileprivate init?(parameters: Substring?) {
        for item in PathText.parts(of: parameters ?? "", between: "&") where !item.isEmpty {
            let halves = PathText.parts(of: item, between: "=", atMost: 2)
            guard let value = PathText.decoded(halves.count == 2 ? halves[1] : "") else { return nil }
            switch halves[0] {
            case "query": query = value
            case "group": group = value.isEmpty ? nil : value
            case "book": book = value.isEmpty ? nil : value
            case "sort":
                guard let order = value.isEmpty ? .last : ListOrder(rawValue: value) else { return nil }
                sort = order
            default: return nil
            }
        }
    }

    /// The part of the path behind the page, with its question mark; what has its default is left out.
    fileprivate var parameters: String {
        let items = [
            ("query", query), ("sort", sort == .last ? "" : sort.rawValue), ("group", group ?? ""),
            ("book", book ?? ""),
        ]
        let texts = items.filter { !$0.1.isEmpty }.map { $0.0 + "=" + PathText.encoded($0.1) }
        return texts.isEmpty ? "" : "?" + texts.joined(separator: "&")
    }
}

extension Route: Codable {
    init(from decoder: any Decoder) throws {
        self.init(path: try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(path)
    }
}

/// Text inside a path: bytes that mean something there are written as `%` and two digits (RFC 3986).
enum PathText {
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@,".utf8)

    /// The parts of a text between an ASCII character, also where an accent follows that character.
    static func parts(of text: Substring, between separator: Unicode.Scalar, atMost count: Int = .max) -> [Substring] {
        let separator = UInt8(ascii: separator)
        return text.utf8.split(separator: separator, maxSplits: count - 1, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            guard !plain.contains(byte) else { return String(Unicode.Scalar(byte)) }
            return "%" + [byte >> 4, byte & 15].map { String($0, radix: 16, uppercase: true) }.joined()
        }
        .joined()
    }

    /// Returns the text in a path; `nil` if it isn't UTF-8, has control characters, or has a `%` without digits.
    static func decoded(_ text: Substring) -> String? {
        let escapes = parts(of: text, between: "%").dropFirst()
        guard escapes.allSatisfy({ $0.utf8.prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } == 2 }),
            let decoded = String(validating: HexEscapes.decode(text.utf8, sign: UInt8(ascii: "%")), as: UTF8.self)
        else { return nil }
        return decoded.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : decoded
    }
}

/// Which page is shown, and the pages before and after it.
///
/// The stack is kept between runs, without forms and wrong paths.
final class RouterBloc: Bloc {
    typealias Event = RouterEvent
    typealias State = RouterState

    static let key = BlocKey<RouterBloc>("router")

    let runtime: BlocRuntime<RouterBloc>

    /// Creates a router; without a storage, as for a chooser, nothing is kept between runs.
    init(storage: (any HydrationStorage)? = nil, errors: ErrorService = ErrorService()) {
        runtime = BlocRuntime(initialState: RouterState(), name: Self.key.name) { bloc in
            if let storage {
                bloc.hydrate(CodableHydration(key: Self.key.name, storage: storage, saving: \.kept))
                bloc.observer = ErrorReporter(errors: errors)
            }
            bloc.on { event, emit in emit.update { $0.follow(event) } }
        }
    }
}

enum RouterEvent: Equatable, Codable, Sendable {
    /// A page was opened on top of this one.
    case opened(Route)
    /// The page became another one in the same place, such as a list with another query.
    case replaced(Route)
    /// The page is left for the one before it.
    case wentBack
    /// The page that was left last is shown again.
    case wentForward
}

struct RouterState: Equatable, Codable, Sendable {
    static let limit = 100

    private(set) var current = Route.home
    /// The pages before it, the last one last.
    private(set) var back: [Route] = []
    /// The pages after it, the next one last.
    private(set) var forward: [Route] = []

    /// The pages that are kept between runs; a page of another book is kept there.
    ///
    /// The data may be of another version, in which a page that is kept was another one.
    var kept: RouterState {
        get {
            let routes = (back + [current]).filter(\.isKept)
            return RouterState(
                current: routes.last ?? .home,
                back: routes.dropLast().suffix(Self.limit),
                forward: forward.filter(\.isKept).suffix(Self.limit)
            )
        }
        set { self = newValue.kept }
    }

    mutating func follow(_ event: RouterEvent) {
        switch event {
        case .opened(let route):
            guard route != current else { return }
            back = (back + [current]).suffix(Self.limit)
            current = route
            forward = []
        case .replaced(let route):
            current = route
            // The same page twice would take two steps back.
            if back.last == route { back.removeLast() }
        case .wentBack:
            guard let route = back.popLast() else { return }
            forward.append(current)
            current = route
        case .wentForward:
            guard let route = forward.popLast() else { return }
            back.append(current)
            current = route
        }
    }
}
