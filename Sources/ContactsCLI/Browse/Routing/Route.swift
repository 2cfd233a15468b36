import Bloc
import BlocFiles
import BlocKit
import Primitives
import Repository

/// A page of `contacts browse`, identified by a path such as `/contact/3fa2`.
///
/// `Route(path:)` and ``path`` are inverses: every route can be parsed from the path that it prints.
enum Route: Hashable, Sendable {
    case contacts(ListRoute)
    /// A contact, by its identifier or a prefix of it.
    case contact(String)
    case editContact(String)
    case newContact
    case birthdays, duplicates, history, books, settings, log
    /// A view with sample states, or the list of views if the name is `nil`.
    case storybook(String?)
    case notFound(String)

    static let home = Route.contacts(ListRoute())

    /// The page without the name of a book, as it is within that book.
    var inItsBook: Route { if case .contacts(let list) = self { .contacts(list.inItsBook) } else { self } }

    /// Whether a later run can return to the page: it isn't a form, an invalid path or a list of another book.
    fileprivate var isKept: Bool {
        switch self {
        case .contacts: self == inItsBook
        case .contact, .birthdays, .duplicates, .history, .books, .settings, .log: true
        case .editContact, .newContact, .storybook, .notFound: false
        }
    }
}

/// The filter and sort order of a contact list.
struct ListRoute: Hashable, Sendable {
    /// A query in the query language, as typed.
    var query = ""
    var sort = ListOrder.last
    /// The only group to show; `nil` shows all contacts.
    var group: String?
    /// The book; `nil` for the one chosen by the settings.
    var book: String?

    var inItsBook: ListRoute { ListRoute(query: query, sort: sort, group: group) }
}

extension Route {
    /// The maximum length of a path, in bytes.
    private static let longestPath = 65_536

    /// The pages without parameters; their case names are the words in their paths.
    private static let plain: [Route] = [.birthdays, .duplicates, .history, .books, .settings, .log]

    /// Parses a path; one that doesn't name a page becomes ``notFound(_:)`` with the path.
    ///
    /// The leading slash is optional, and a trailing one is ignored.
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

    /// Returns an identifier for use in a path; its first character is escaped if it looks like one of our words.
    private static func word(of id: String) -> String { id == "new" ? "%6Eew" : PathText.encoded(id) }
}

extension ListRoute {
    /// Parses the part of a path after the question mark; `nil` if it has an unknown parameter or sort order.
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

    /// The part of the path after the page, including the question mark; default values are omitted.
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

/// Percent-encoding for text in a path: special characters become `%` and two digits (RFC 3986).
enum PathText {
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@,".utf8)

    /// Splits a text at an ASCII character, even if a combining accent follows it.
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

    /// Returns the decoded text; `nil` if it isn't UTF-8, has control characters, or has a `%` without two digits.
    static func decoded(_ text: Substring) -> String? {
        let escapes = parts(of: text, between: "%").dropFirst()
        guard escapes.allSatisfy({ $0.utf8.prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } == 2 }),
            let decoded = String(validating: HexEscapes.decode(text.utf8, sign: UInt8(ascii: "%")), as: UTF8.self)
        else { return nil }
        return decoded.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : decoded
    }
}

/// Tracks the current page, and the pages before and after it.
///
/// The stack is saved between runs, without forms and invalid paths.
final class RouterBloc: Bloc {
    typealias Event = RouterEvent
    typealias State = RouterState

    static let key = BlocKey<RouterBloc>("router")

    let runtime: BlocRuntime<RouterBloc>

    /// Creates a router; without a storage, as for a chooser, nothing is saved between runs.
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
    /// A page was opened on top of the current one.
    case opened(Route)
    /// The page was replaced in place, for example by a list with another query.
    case replaced(Route)
    case wentBack
    /// The user went forward to the page left last.
    case wentForward
}

struct RouterState: Equatable, Codable, Sendable {
    static let limit = 100

    private(set) var current = Route.home
    /// The previous pages, most recent last.
    private(set) var back: [Route] = []
    /// The next pages, nearest last.
    private(set) var forward: [Route] = []

    /// The pages to save between runs; a page of another book is saved with that book.
    ///
    /// Saved data may come from another version with different rules, so it is filtered again when it is set.
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
            // Otherwise going back would take two steps to leave the same page.
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
