import Primitives

/// The origin of a book's contacts, and the destination of changes to them.
///
/// It never contains a secret: passwords are obtained on demand from a prompt, command, variable or keyring.
public enum BookSource: Hashable, Sendable {
    /// No source: the contacts are only in the book, which never uses the network.
    case none
    /// A randomuser-style API at this address, which is read-only.
    case api(String)
    /// A folder of vCards (vdir), by its absolute path.
    case folder(String)
    case carddav(CardDAVAccount)

    /// The name of the kind, as used in files and machine output.
    public var kind: String {
        switch self {
        case .none: "none"
        case .api: "api"
        case .folder: "folder"
        case .carddav: "carddav"
        }
    }

    /// Whether changes are exchanged in both directions, so that `contacts sync` synchronizes the book.
    public var isTwoWay: Bool {
        switch self {
        case .none, .api: false
        case .folder, .carddav: true
        }
    }

    /// A key that is equal for every spelling of the same place; `nil` for sources that several books may share.
    var place: [String]? {
        switch self {
        case .none, .api: nil
        case .folder(let path): [kind, URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path]
        case .carddav(let account): [kind, account.user ?? "", account.place]
        }
    }

    /// The address of the address book chosen on the account, or else ``shownAddress``.
    public var shownPlace: String {
        guard case .carddav(let account) = self, let collection = account.collection else { return shownAddress }
        return HTTPAddress(collection).shown
    }

    /// The address or path, without possible secrets; empty without a source.
    public var shownAddress: String {
        switch self {
        case .none: ""
        case .api(let address): HTTPAddress.withoutSecrets(address)
        case .folder(let path): path
        case .carddav(let account): account.shownAddress
        }
    }
}

/// An account on a CardDAV server.
public struct CardDAVAccount: Hashable, Codable, Sendable {
    /// The address where discovery starts: an `https` or `http` URL, a domain, or an e-mail address.
    public var address: String
    /// The user name; `nil` if the server doesn't require one.
    public var user: String?
    /// A shell command whose first line of output is the password; `nil` to use other ways to get it.
    public var passwordCommand: String?
    /// A shell command whose first line of output is an OAuth token, which is sent instead of a password.
    public var tokenCommand: String?
    /// The URL of the address book chosen on the account; `nil` before one is chosen.
    public var collection: String?

    /// Returns the account with this address book chosen.
    public func choosing(_ collection: String) -> CardDAVAccount {
        var account = self
        account.collection = collection
        return account
    }

    /// The address without possible secrets.
    ///
    /// E-mail addresses and domains contain none, and a validated URL has no password before its host.
    fileprivate var shownAddress: String {
        guard address.contains("://") else { return address }
        let parsed = HTTPAddress(address)
        return parsed.scheme == nil ? HTTPAddress.withoutSecrets(address) : parsed.shown
    }

    /// The normalized address of the address book, or else of the account.
    fileprivate var place: String {
        let address = HTTPAddress(collection ?? address)
        guard let origin = address.origin else { return self.address.lowercased() }
        let path = address.url.firstRange(of: "://").map { address.url[$0.upperBound...].drop { $0 != "/" } } ?? ""
        return origin + (path.hasSuffix("/") ? path : path + "/")
    }
}

extension CardDAVAccount {
    package init(address: String, user: String? = nil) {
        // Passing the last argument selects the memberwise initializer.
        self.init(address: address, user: user, passwordCommand: nil)
    }
}

extension BookSource {
    /// The maximum length of an address, path or command.
    private static let longest = 4_096
    private static let longestUser = 320

    /// Validates the values of a source, whether they were typed or read from a file.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput`; a message never shows a password.
    public func check() throws {
        switch self {
        case .none: break
        case .api(let address):
            try Self.checkText(address, "The address of the API")
            try Self.checkURL(address)
        case .folder(let path):
            try Self.checkText(path, "The path of the folder")
            guard path.hasPrefix("/") else {
                throw RepositoryError.invalid("The path of the folder is not absolute. Give the whole path.")
            }
        case .carddav(let account): try Self.check(account)
        }
    }

    private static func check(_ account: CardDAVAccount) throws {
        try checkText(account.address, "The CardDAV address")
        if account.address.contains("://") { try checkURL(account.address) } else { try checkName(account.address) }
        if let user = account.user { try checkText(user, "The user name", limit: longestUser) }
        if let command = account.passwordCommand { try checkText(command, "The password command") }
        if let command = account.tokenCommand {
            try checkText(command, "The token command")
            guard account.passwordCommand == nil else {
                throw RepositoryError.invalid("An account has a password or a token. Give the command for one.")
            }
            // With a domain, DNS would determine which server gets the token.
            guard account.address.contains("://") else {
                throw RepositoryError.invalid(
                    "A token is valid for one server. Give the web address of that server, such as https://example.com/dav/."
                )
            }
        }
        if let collection = account.collection {
            try checkText(collection, "The address of the address book")
            try checkURL(collection)
        }
    }

    private static func checkText(_ text: String, _ what: String, limit: Int = longest) throws {
        guard !text.allSatisfy(\.isWhitespace) else { throw RepositoryError.invalid("\(what) is empty.") }
        guard text.utf8.count <= limit, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw RepositoryError.invalid(
                "\(what) must be one line of at most \(limit) bytes without control characters."
            )
        }
    }

    private static func checkURL(_ text: String) throws {
        let address = HTTPAddress(text)
        // The part before the path, where a password would be.
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { !"/?#".contains($0) }
        // This check comes first, because all other messages quote the address.
        guard !address.hasUserInformation, !authority.contains("@") else {
            throw RepositoryError.invalid(
                "The address contains a user name or a password, which would be stored in plain text. Leave it out, and give "
                    + "the user with --user; you are asked for the password."
            )
        }
        guard address.scheme != nil else {
            throw RepositoryError.invalid(
                "“\(DisplaySafeText.line(HTTPAddress.withoutSecrets(text), limit: 120))” is not an http or https address. "
                    + "Give one such as https://example.com/."
            )
        }
    }

    /// Checks a domain or an e-mail address, from which the server is discovered.
    private static func checkName(_ text: String) throws {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isMail =
            parts.count == 2 && !parts[0].isEmpty && !parts[0].contains { ":/".contains($0) || $0.isWhitespace }
        let host = HTTPAddress("https://\(parts.last ?? "")")
        guard parts.count == 1 || isMail, host.scheme != nil, host.host?.contains(".") == true || host.isLoopback,
            !text.contains(where: { "/?#".contains($0) || $0.isWhitespace })
        else {
            throw RepositoryError.invalid(
                "The CardDAV address is not a web address, a domain or an e-mail address. Give one such as "
                    + "https://example.com/dav/, example.com or ada@example.com."
            )
        }
    }
}

extension BookSource: Codable {
    private enum Key: String, CodingKey {
        case kind
        case address
        case path
    }

    /// Reads and validates a source.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        switch try members.decode(String.self, forKey: .kind) {
        case "none": self = .none
        case "api": self = .api(try members.decode(String.self, forKey: .address))
        case "folder": self = .folder(try members.decode(String.self, forKey: .path))
        case "carddav": self = .carddav(try CardDAVAccount(from: decoder))
        default:
            throw DecodingError.dataCorruptedError(forKey: .kind, in: members, debugDescription: "unknown kind")
        }
        try check()
    }

    /// Writes the kind and its values.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(kind, forKey: .kind)
        switch self {
        case .none: break
        case .api(let address): try members.encode(address, forKey: .address)
        case .folder(let path): try members.encode(path, forKey: .path)
        case .carddav(let account): try account.encode(to: encoder)
        }
    }
}
