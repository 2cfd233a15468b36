import VCard

// Fields derived from a card's kept lines. Setting one only changes the lines of added or removed values.
extension Contact {
    /// Dates other than the birthday and the anniversary, each with its meaning as the type.
    public var dates: [ContactValue] {
        get { statements(.date) }
        set { set(newValue, .date) { Self.labelled("X-ABDATE", $0, $1) } }
    }

    /// Related people, by name or address, with the relation as the type.
    public var relations: [ContactValue] {
        get { statements(.relation) }
        set {
            set(newValue, .relation) { value, group in
                value.types.allSatisfy(Self.isWord)
                    ? [Self.line("RELATED", value, [VCardParameter("VALUE", ["text"])])]
                    : Self.labelled("X-ABRELATEDNAMES", value, group)
            }
        }
    }

    /// Messenger addresses and account names, with the messenger as the type.
    public var messengers: [ContactValue] {
        get { statements(.messenger) }
        set {
            set(newValue, .messenger) { value, _ in
                guard let service = value.types.first(where: { CardStatement.services[$0] != nil }),
                    !value.value.contains(":")
                else { return [Self.line("IMPP", value)] }
                var rest = value
                rest.types.removeAll { $0 == service }
                return [Self.line("X-" + service.uppercased(), rest)]
            }
        }
    }

    /// Profiles in social networks, with the network as the type.
    public var profiles: [ContactValue] {
        get { statements(.profile) }
        set { set(newValue, .profile) { value, _ in [Self.line("X-SOCIALPROFILE", value)] } }
    }

    /// The kind of the card: `individual`, `group`, `org`, `location`; `nil` if it isn't specified.
    public var kind: String? {
        get { statements(.kind).first?.value }
        set {
            guard newValue != kind else { return }
            set(newValue.map { [ContactValue($0)] } ?? [], .kind) { value, _ in
                [VCardLine("KIND", value: VCardText.escaped(value.value))]
            }
        }
    }

    /// The UIDs of the members of a group.
    public var members: [String] {
        get { statements(.member).map(\.value) }
        set {
            set(newValue.map { ContactValue($0) }, .member) { value, _ in [VCardLine("MEMBER", value: value.value)] }
        }
    }

    /// The labels of web addresses, by address: Apple writes them as separate lines in the same group.
    package var urlLabels: [String: String] {
        let grouped = lines.filter { $0.utf8.prefix { $0 != 0x3A && $0 != 0x3B }.contains(0x2E) }
        guard !grouped.isEmpty else { return [:] }
        let parsed = grouped.compactMap { VCardLine(text: $0) }
        var labels = CardLabels()
        for line in parsed { labels.take(line) }
        return parsed.filter { $0.name == "URL" }.reduce(into: [:]) { result, line in
            result[VCardText.unescaped(line.value)] = labels.label(of: line)
        }
    }

    /// Returns the kept line of a web address and its index; `nil` if the line contained nothing but the address.
    ///
    /// It contains the label of the address, and whether it is the preferred one.
    func keptLine(ofURL url: String) -> (Int, VCardLine)? {
        for (place, text) in lines.enumerated() {
            guard CardStatement.name(of: text) == "URL", let line = VCardLine(text: text), CardFields.url(line) == url
            else { continue }
            return (place, line)
        }
        return nil
    }

    private func statements(_ subject: CardStatement.Subject) -> [ContactValue] {
        // Most contacts don't have any lines.
        guard !lines.isEmpty else { return [] }
        return KeptStatements(lines, anniversary).about(subject).map(\.statement.value)
    }

    private mutating func set(
        _ new: [ContactValue],
        _ subject: CardStatement.Subject,
        _ make: (ContactValue, _ group: String) -> [VCardLine]
    ) {
        var kept = KeptStatements(lines, anniversary)
        var missing: [ContactValue: Int] = [:]
        for value in new { missing[value, default: 0] += 1 }
        for entry in kept.about(subject) {
            if let count = missing[entry.statement.value], count > 0 {
                missing[entry.statement.value] = count - 1
            } else {
                kept.drop(entry)
            }
        }
        guard kept.isChanged || missing.values.contains(where: { $0 > 0 }) else { return }
        var result = kept.rest
        for value in new where missing[value, default: 0] > 0 {
            missing[value, default: 0] -= 1
            result += make(value, kept.known.newGroup()).map(\.text)
        }
        lines = result
    }

    private static func line(_ name: String, _ value: ContactValue, _ more: [VCardParameter] = []) -> VCardLine {
        let words = value.types.filter(isWord)
        var parameters = words.isEmpty ? [] : [VCardParameter("TYPE", words)]
        if let label = value.types.first(where: { !isWord($0) }) {
            parameters.append(VCardParameter(VCardLine.customLabel, [label]))
        }
        if value.isPreferred { parameters.append(VCardParameter("PREF", ["1"])) }
        return VCardLine(name, parameters: parameters + more, value: VCardText.escaped(value.value))
    }

    /// Returns the line, and the line of its label if it has one.
    private static func labelled(_ name: String, _ labelled: ContactValue, _ group: String) -> [VCardLine] {
        let value = VCardText.escaped(labelled.value)
        let preferred = labelled.isPreferred ? [VCardParameter("PREF", ["1"])] : []
        guard let label = labelled.types.first else { return [VCardLine(name, parameters: preferred, value: value)] }
        return [
            VCardLine(name, parameters: preferred, group: group, value: value),
            VCardLine("X-ABLabel", group: group, value: CardLabels.value(label)),
        ]
    }

    /// Whether a type is a lowercase word that a parameter can contain.
    package static func isWord(_ type: String) -> Bool {
        !type.isEmpty && type.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }

    /// Removes the lines with values that an edit has changed, because they would restore the old values.
    mutating func dropLines(changedFrom old: Contact) {
        guard !lines.isEmpty else { return }
        let subjects: [(CardStatement.Subject, String?, String?)] = [
            (.anniversary, old.anniversary, anniversary), (.birthday, old.birthday, birthday),
            (.nickname, old.nickname, nickname),
        ]
        let changed = subjects.filter { $0.1 != $0.2 }
        let isLabelled = old.emails != emails || old.phones != phones || old.addresses != addresses
        guard !changed.isEmpty || isLabelled else { return }
        var kept = KeptStatements(lines, .none)
        for entry in kept.all {
            let value = entry.statement.value.value
            if changed.contains(where: { $0.0 == entry.statement.subject && $0.1 == value }) { kept.drop(entry) }
        }
        if isLabelled {
            kept.dropLabels(used: Self.types(old), unlessIn: Self.types(self))
        }
        if kept.isChanged { lines = kept.rest }
    }

    private static func types(_ contact: Contact) -> Set<String> {
        Set(contact.emails.flatMap(\.types) + contact.phones.flatMap(\.types) + contact.addresses.flatMap(\.types))
    }
}

/// The statements in kept lines, and the lines that remain after some were dropped.
struct KeptStatements {
    /// A statement with the indices of its lines.
    struct Entry {
        let statement: CardStatement
        fileprivate(set) var places: [Int]
    }

    private let lines: [String]
    /// The value of the field; a line may contain another one.
    private let anniversary: String?
    private(set) var all: [Entry] = []
    private var labels: [(place: Int, label: String)] = []
    private var groups: [String: [Int]] = [:]
    private var dropped: Set<Int> = []
    fileprivate var known = CardLabels()

    init(_ lines: [String], _ anniversary: String?) {
        self.lines = lines
        self.anniversary = anniversary
        var parsed: [(Int, VCardLine)] = []
        for (place, text) in lines.enumerated() {
            // Only a group or a known name matters; pictures aren't parsed.
            let isGrouped = text.utf8.prefix { $0 != 0x3A && $0 != 0x3B }.contains(0x2E)
            let mayMatter = isGrouped || CardStatement.isDialect(CardStatement.name(of: text))
            guard mayMatter, let line = VCardLine(text: text) else { continue }
            if let group = line.group?.uppercased() { groups[group, default: []].append(place) }
            known.take(line)
            if line.name == CardLabels.property, let label = known.label(of: line) { labels.append((place, label)) }
            parsed.append((place, line))
        }
        var same: [String: Int] = [:]
        for (place, line) in parsed {
            guard let statement = CardStatement(line, label: known.label(of: line)) else { continue }
            let identity = statement.identity
            if !identity.isEmpty, let index = same[identity] {
                all[index].places.append(place)
            } else {
                if !identity.isEmpty { same[identity] = all.count }
                all.append(Entry(statement: statement, places: [place]))
            }
        }
    }

    var isChanged: Bool { !dropped.isEmpty }

    var rest: [String] {
        dropped.isEmpty ? lines : lines.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    }

    /// Returns the statements about a subject; anniversaries other than the one in the field count as dates.
    func about(_ subject: CardStatement.Subject) -> [Entry] {
        all.compactMap { entry in
            let statement = entry.statement
            if statement.subject == subject { return entry }
            guard subject == .date, statement.subject == .anniversary, statement.value.value != anniversary else {
                return nil
            }
            return Entry(statement: CardStatement(.date, statement.value.value, ["anniversary"]), places: entry.places)
        }
    }

    /// Drops the lines of a statement, and the labels of groups that have no other lines left.
    mutating func drop(_ entry: Entry) {
        dropped.formUnion(entry.places)
        for place in entry.places {
            guard let group = VCardLine(text: lines[place])?.group?.uppercased() else { continue }
            let others = (groups[group] ?? []).filter { !dropped.contains($0) }
            let isOver = others.allSatisfy { VCardLine(text: lines[$0])?.name == CardLabels.property }
            if isOver { dropped.formUnion(others) }
        }
    }

    /// Drops the labels that were types of values but no longer are.
    mutating func dropLabels(used: Set<String>, unlessIn now: Set<String>) {
        for label in labels where used.contains(label.label) && !now.contains(label.label) {
            dropped.insert(label.place)
        }
    }
}
