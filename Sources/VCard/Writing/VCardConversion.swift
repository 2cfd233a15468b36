import Primitives

extension VCard {
    /// Returns the lines converted to the version.
    ///
    /// Also converts values that take one line in one version but two in the other: address labels and sort strings.
    public func lines(for version: VCardVersion) -> [VCardLine] {
        var result: [VCardLine] = []
        result.reserveCapacity(lines.count)
        var labels: [VCardLine] = []
        var sortString: VCardLine?
        for line in lines {
            switch (line.name, version) {
            case ("LABEL", .v4): labels.append(line)
            case ("SORT-STRING", .v4): sortString = line
            case ("ADR", .v3): result += Self.separated(line.converted(to: version))
            case ("N", .v3): result += Self.sorted(line.converted(to: version))
            default: result.append(line.converted(to: version))
            }
        }
        Self.attach(labels, to: &result)
        if let sortString { Self.attachSort(sortString, to: &result) }
        return result
    }

    private static func separated(_ line: VCardLine) -> [VCardLine] {
        guard let label = line.parameter("LABEL") else { return [line] }
        let types = line.parameters.filter { $0.name == "TYPE" }
        let text = VCardLine("LABEL", parameters: types, group: line.group, value: VCardText.escaped(label))
        return [line.without("LABEL"), text]
    }

    private static func sorted(_ line: VCardLine) -> [VCardLine] {
        guard let sort = line.parameters.first(where: { $0.name == "SORT-AS" }) else { return [line] }
        let text = sort.values.flatMap { $0.split(separator: ",") }.joined(separator: " ")
        return [line.without("SORT-AS"), VCardLine("SORT-STRING", value: VCardText.escaped(text))]
    }

    /// Adds each label to the address with the same types, or else to the first one without a label, or else as a line.
    private static func attach(_ labels: [VCardLine], to lines: inout [VCardLine]) {
        guard !labels.isEmpty else { return }
        func types(_ line: VCardLine) -> Set<String> { Set(line.types).subtracting(["pref"]) }
        let addresses = lines.indices.filter { lines[$0].name == "ADR" && lines[$0].parameter("LABEL") == nil }
        // Reversed, so that the next one is removed from the end.
        var free = Array(addresses.reversed())
        var byTypes: [Set<String>: [Int]] = [:]
        for index in free { byTypes[types(lines[index]), default: []].append(index) }
        var taken: Set<Int> = []
        for label in labels {
            WorkCount.add(1)
            var index = byTypes[types(label)]?.popLast()
            while let found = index, taken.contains(found) { index = byTypes[types(label)]?.popLast() }
            while index == nil, let first = free.popLast() { if !taken.contains(first) { index = first } }
            guard let index else {
                lines.append(label.with(name: "X-LABEL"))
                continue
            }
            taken.insert(index)
            lines[index] = lines[index].adding("LABEL", VCardText.unescaped(label.value))
        }
    }

    private static func attachSort(_ line: VCardLine, to lines: inout [VCardLine]) {
        guard let index = lines.firstIndex(where: { $0.name == "N" }), lines[index].parameter("SORT-AS") == nil else {
            return
        }
        lines[index] = lines[index].adding("SORT-AS", VCardText.unescaped(line.value))
    }
}

extension VCardLine {
    /// Returns the line converted to the version; the same line if the versions don't differ.
    public func converted(to version: VCardVersion) -> VCardLine {
        let line = named(version)
        switch line.name {
        case "PHOTO", "LOGO", "SOUND", "KEY":
            return line.media(version)
        case "BDAY", "ANNIVERSARY", "X-ANNIVERSARY":
            let date = VCardDate.line(
                line.name,
                VCardDate.plain(line),
                parameters: line.parameters,
                group: group,
                version: version
            )
            let isSame = date.value == line.value && date.parameter("VALUE") == nil
            return (isSame && line.parameter("VALUE")?.lowercased() != "text" ? line : date).adaptingParameters(version)
        case "TEL": return line.telephone(version).adaptingParameters(version)
        case "GEO": return line.place(version).adaptingParameters(version)
        case "REV": return line.moment(version).adaptingParameters(version)
        case "TZ": return line.offset(version).adaptingParameters(version)
        default: return line.adaptingParameters(version)
        }
    }

    /// Returns the line with a different name, parameters or value.
    func with(name: String? = nil, parameters: [VCardParameter]? = nil, value: String? = nil) -> VCardLine {
        let (name, parameters) = (name ?? self.name, parameters ?? self.parameters)
        return VCardLine(name, parameters: parameters, group: group, value: value ?? self.value)
    }

    fileprivate func without(_ parameter: String) -> VCardLine {
        with(parameters: parameters.filter { $0.name != parameter })
    }

    fileprivate func adding(_ parameter: String, _ value: String) -> VCardLine {
        with(parameters: parameters + [VCardParameter(parameter, [value])])
    }

    /// The names of renamed properties, before version 4.0 and in it.
    private static let renamed = [
        ("X-ANNIVERSARY", "ANNIVERSARY"), ("X-GENDER", "GENDER"), ("X-PRONOUNS", "PRONOUNS"),
        ("X-ADDRESSBOOKSERVER-KIND", "KIND"),
        ("X-ADDRESSBOOKSERVER-MEMBER", "MEMBER"),
    ]

    /// The name of the property in version 4.0.
    public var nameInNewVersion: String { Self.renamed.first { $0.0 == name }?.1 ?? name }

    private func named(_ version: VCardVersion) -> VCardLine {
        guard let pair = Self.renamed.first(where: { $0.0 == name || $0.1 == name }) else { return self }
        let target = version == .v3 ? pair.0 : pair.1
        guard target != name else { return self }
        return with(name: target, value: target == "GENDER" ? Self.sex(value) : value)
    }

    /// Returns the letter used in `GENDER` for a word used in `X-GENDER`, such as `Male`.
    private static func sex(_ value: String) -> String {
        let letters = ["male": "M", "female": "F", "other": "O", "none": "N", "unknown": "U"]
        return letters[value.lowercased()] ?? value
    }

    private func media(_ version: VCardVersion) -> VCardLine {
        let media = VCardMedia(self)
        switch (media, version) {
        case (.data, .v3) where parameter("ENCODING")?.lowercased() == "b": return self
        case (.data, .v4) where value.hasPrefix("data:"): return self
        default: break
        }
        if case .uri = media, parameter("VALUE")?.lowercased() == "text" { return adaptingParameters(version) }
        return media.line(name, parameters: parameters, group: group, version: version).adaptingParameters(version)
    }

    private func telephone(_ version: VCardVersion) -> VCardLine {
        guard version == .v3, parameter("VALUE")?.lowercased() == "uri" else { return self }
        let isTelephone = value.lowercased().hasPrefix("tel:")
        return with(
            parameters: parameters.filter { $0.name != "VALUE" },
            value: isTelephone ? String(value.dropFirst(4)).replacing(";", with: "\\;") : value
        )
    }

    private func place(_ version: VCardVersion) -> VCardLine {
        switch version {
        case .v3:
            guard value.lowercased().hasPrefix("geo:") else { return self }
            let numbers = value.dropFirst(4).prefix { $0 != ";" }.split(separator: ",")
            guard numbers.count >= 2 else { return self }
            return with(parameters: parameters.filter { $0.name != "VALUE" }, value: "\(numbers[0]);\(numbers[1])")
        case .v4:
            let numbers = value.split(separator: ";")
            guard numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else { return self }
            return with(value: "geo:\(numbers[0]),\(numbers[1])")
        }
    }

    /// Converts a timestamp: `2008-04-24T19:52:43Z` in version 3.0, `20080424T195243Z` in version 4.0.
    private func moment(_ version: VCardVersion) -> VCardLine {
        let digits = value.filter { $0.isASCII && $0.isNumber }
        guard value.allSatisfy({ $0.isNumber || "-:TZ".contains($0) }), value.hasSuffix("Z"), digits.count == 14 else {
            return self
        }
        let basic = "\(digits.prefix(8))T\(digits.dropFirst(8))Z"
        let moment = version == .v3 ? VCardDate.extended(basic) ?? value : basic
        return moment == value ? self : with(value: moment)
    }

    /// Converts a time zone: `-05:00` in version 3.0, `-0500` in version 4.0; zone names are the same in both.
    private func offset(_ version: VCardVersion) -> VCardLine {
        let digits = value.dropFirst().filter { $0 != ":" }
        guard let sign = value.first, "+-".contains(sign), digits.count == 4, digits.allSatisfy(\.isNumber) else {
            return self
        }
        let offset =
            version == .v3 ? "\(sign)\(digits.prefix(2)):\(digits.suffix(2))" : "\(sign)\(digits)"
        let rest = parameters.filter { $0.name != "VALUE" }
        if version == .v4 {
            return with(parameters: rest + [VCardParameter("VALUE", ["utc-offset"])], value: offset)
        }
        return offset == value && rest.count == parameters.count ? self : with(parameters: rest, value: offset)
    }

    /// Converts the parameters that differ between the two versions.
    private func adaptingParameters(_ version: VCardVersion) -> VCardLine {
        guard !parameters.isEmpty else { return self }
        var parameters = parameters.filter { $0.name != "CHARSET" }
        switch version {
        case .v3:
            if let preference = parameters.firstIndex(where: { $0.name == "PREF" }) {
                let isFirst = parameters[preference].values.first == "1"
                parameters.remove(at: preference)
                if isFirst, !hasType("pref") { parameters.append(VCardParameter("TYPE", ["pref"])) }
            }
        case .v4:
            if parameter("ENCODING")?.uppercased() != "B", parameter("ENCODING")?.uppercased() != "BASE64" {
                parameters.removeAll { $0.name == "ENCODING" }
            }
            let dropped = name == "EMAIL" ? ["pref", "internet"] : ["pref"]
            if dropped.contains(where: hasType) {
                for index in parameters.indices where parameters[index].name == "TYPE" {
                    parameters[index].values.removeAll { dropped.contains($0.lowercased()) }
                }
                parameters.removeAll { $0.name == "TYPE" && $0.values.isEmpty }
                if hasType("pref"), parameter("PREF") == nil { parameters.append(VCardParameter("PREF", ["1"])) }
            }
        }
        return parameters == self.parameters ? self : with(parameters: parameters)
    }
}
