package import VCard

/// The value of a field in a card line of some dialect, instead of in the field's own property.
///
/// The line remains the source of truth: it is kept and written back unchanged, and the field shows its value.
package struct CardStatement {
    package enum Subject: Sendable {
        case date, relation, messenger, profile, kind, member
        /// Fields that also have their own property, which takes precedence if present.
        case anniversary, birthday, nickname
    }

    package let subject: Subject
    package let value: ContactValue

    /// Whether lines with this name contain a value for a field.
    package static func isDialect(_ name: String) -> Bool { dialects[name.uppercased()] != nil }

    init(_ subject: Subject, _ value: String, _ types: [String] = [], isPreferred: Bool = false) {
        self.subject = subject
        self.value = ContactValue(value, types: types, isPreferred: isPreferred)
    }

    /// Reads a line of any version, with the label of its group (``CardLabels``); `nil` if it contains no such value.
    package init?(_ line: VCardLine, label: String?) {
        guard let dialect = Self.dialects[line.name] else { return nil }
        let text = VCardText.unescaped(line.value)
        let isPreferred = line.hasType("pref") || line.parameter("PREF") == "1"
        let types = line.types.filter { $0 != "pref" && $0 != "internet" }
        let labels = (label.map { [$0] } ?? []) + (line.parameter(VCardLine.customLabel).map { [$0] } ?? [])
        let statement: CardStatement?
        switch dialect {
        case .date:
            let date = VCardDate.plain(line)
            statement =
                label == "anniversary"
                ? CardStatement(.anniversary, date)
                : CardStatement(.date, date, labels.isEmpty ? types : labels, isPreferred: isPreferred)
        case .relation:
            statement = CardStatement(.relation, text, types + labels, isPreferred: isPreferred)
        case .related(let type): statement = CardStatement(.relation, text, [type])
        case .address:
            let service = line.parameter("X-SERVICE-TYPE") ?? line.parameter("SERVICE-TYPE")
            let services = service.map { [$0.lowercased()] } ?? []
            let all = services + types.filter { !services.contains($0) } + labels
            statement = CardStatement(.messenger, text, all, isPreferred: isPreferred)
        case .service(let service):
            statement = CardStatement(.messenger, text, [service] + types + labels, isPreferred: isPreferred)
        case .profile:
            let service = line.parameter("SERVICE-TYPE").map { [$0.lowercased()] } ?? []
            let address = text.isEmpty ? line.parameter("X-USER") ?? "" : text
            statement = CardStatement(.profile, address, service + types + labels, isPreferred: isPreferred)
        case .kind: statement = CardStatement(.kind, text.lowercased())
        case .shownAs: statement = text.uppercased() == "COMPANY" ? CardStatement(.kind, "org") : nil
        case .member: statement = CardStatement(.member, text)
        case .anniversary: statement = CardStatement(.anniversary, VCardDate.plain(line))
        case .android: statement = Self.android(line)
        }
        guard let statement, !statement.value.value.isEmpty else { return nil }
        self = statement
    }

    /// A key that is equal for the same value in two dialects (`IMPP` and `X-AIM`).
    var identity: String {
        guard subject == .messenger else { return "" }
        let parts = value.value.split(separator: ":", maxSplits: 1)
        let scheme = parts.count == 2 ? parts[0].lowercased() : ""
        let known = Self.services.first { $0.value == scheme || $0.key == scheme }?.key
        let service = value.types.first { Self.services[$0] != nil } ?? known ?? scheme
        let isAddress = known != nil || scheme == "x-apple"
        return service + ":" + (isAddress ? String(parts[1]) : value.value).lowercased()
    }

    /// Returns a line's property name in uppercase; much faster than parsing the line.
    package static func name(of line: String) -> String {
        line.prefix { $0 != ":" && $0 != ";" }.split(separator: ".").last?.uppercased() ?? ""
    }

    private enum Dialect {
        /// A date whose label is its meaning.
        case date
        case relation
        /// A person whose relation is given by the property's name.
        case related(String)
        /// A messenger address as a URI.
        case address
        /// An account name at the messenger given by the property's name.
        case service(String)
        case profile
        case kind
        case shownAs
        case member
        case anniversary
        case android
    }

    /// The messengers with their own properties, and the URI schemes of their addresses.
    static let services = [
        "aim": "aim", "icq": "icq", "jabber": "xmpp", "msn": "msnim", "yahoo": "ymsgr", "skype": "skype",
        "google-talk": "gtalk", "gadugadu": "gg", "groupwise": "groupwise", "qq": "qq", "twitter": "twitter",
        "matrix": "matrix", "telegram": "tg", "signal": "sgnl", "whatsapp": "whatsapp", "irc": "irc", "sip": "sip",
    ]

    private static let dialects: [String: Dialect] = {
        var dialects: [String: Dialect] = [
            "X-ABDATE": .date, "X-ABRELATEDNAMES": .relation, "RELATED": .relation, "IMPP": .address,
            "X-SOCIALPROFILE": .profile, "SOCIALPROFILE": .profile, "KIND": .kind, "X-ADDRESSBOOKSERVER-KIND": .kind,
            "X-ABSHOWAS": .shownAs, "MEMBER": .member, "X-ADDRESSBOOKSERVER-MEMBER": .member,
            "X-ANDROID-CUSTOM": .android, "X-EVOLUTION-ANNIVERSARY": .anniversary,
            "X-KADDRESSBOOK-X-ANNIVERSARY": .anniversary, "X-MS-ANNIVERSARY": .anniversary,
            "X-MS-CHILD": .related("child"),
            "X-SKYPE-USERNAME": .service("skype"), "X-GTALK": .service("google-talk"), "X-MS-IMADDRESS": .service("im"),
            "X-KADDRESSBOOK-X-IMADDRESS": .service("im"),
        ]
        for service in services.keys { dialects["X-" + service.uppercased()] = .service(service) }
        for relation in ["SPOUSE", "MANAGER", "ASSISTANT"] {
            for name in [
                "X-EVOLUTION-\(relation)", "X-KADDRESSBOOK-X-\(relation)SNAME", "X-MS-\(relation)", "X-\(relation)",
                "X-\(relation)SNAME",
            ] {
                dialects[name] = .related(relation.lowercased())
            }
        }
        return dialects
    }()

    /// Reads `X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Jane;14;;…`: the kind, the value, its type, a label.
    private static func android(_ line: VCardLine) -> CardStatement? {
        let parts = VCardText.components(line.value)
        guard parts.count > 1, let kind = parts[0].split(separator: "/").last else { return nil }
        let type = parts.count > 2 ? parts[2] : ""
        let label = type == "0" && parts.count > 3 && !parts[3].isEmpty ? [parts[3]] : []
        switch (kind.lowercased(), type) {
        case ("nickname", _): return CardStatement(.nickname, parts[1])
        case ("contact_event", "1"): return CardStatement(.anniversary, date(parts[1]))
        case ("contact_event", "3"): return CardStatement(.birthday, date(parts[1]))
        case ("contact_event", _): return CardStatement(.date, date(parts[1]), label)
        case ("relation", _):
            let index = (Int(type) ?? 0) - 1
            return CardStatement(.relation, parts[1], relations.indices.contains(index) ? [relations[index]] : label)
        default: return nil
        }
    }

    /// Android's relations, starting with type 1.
    private static let relations = [
        "assistant", "brother", "child", "domestic-partner", "father", "friend", "manager", "mother", "parent",
        "partner",
        "referred-by", "relative", "sister", "spouse",
    ]

    private static func date(_ text: String) -> String { VCardDate.plain(VCardLine("BDAY", value: text)) }
}

/// The labels that card lines assign to the lines of their groups: `item1.X-ABLabel:Boat`.
package struct CardLabels {
    package static let property = "X-ABLABEL"
    private var labels: [String: String] = [:]
    private var lastGroup = 0

    package init() {}

    /// Records the group of the line, and the label if the line is one.
    package mutating func take(_ line: VCardLine) {
        guard let group = line.group?.uppercased() else { return }
        if group.hasPrefix("ITEM"), let number = Int32(group.dropFirst(4)) { lastGroup = max(lastGroup, Int(number)) }
        if line.name == Self.property { labels[group] = Self.text(line) }
    }

    /// Returns the name of a group that no recorded line has.
    mutating func newGroup() -> String {
        lastGroup += 1
        return "item\(lastGroup)"
    }

    package func label(of line: VCardLine) -> String? {
        guard !labels.isEmpty, let group = line.group else { return nil }
        return labels[group.uppercased()]
    }

    /// Returns the label: built-in ones, `_$!<Home>!$_`, in lowercase, others in the user's words.
    private static func text(_ line: VCardLine) -> String? {
        let text = VCardText.unescaped(line.value)
        let label = text.hasPrefix("_$!<") && text.hasSuffix(">!$_") ? text.dropFirst(4).dropLast(4).lowercased() : text
        return label.isEmpty ? nil : label
    }

    package static func value(_ label: String) -> String {
        builtIn.contains(label)
            ? "_$!<\(label.prefix(1).uppercased())\(label.dropFirst())>!$_" : VCardText.escaped(label)
    }

    private static let builtIn: Set<String> = ["anniversary", "other", "home", "work"]
}
