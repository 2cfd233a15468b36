extension VCard {
    /// The lines as the version writes them.
    ///
    /// What is one line in one version and two in the other is converted here: labels of addresses and sort strings.
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
        for label in labels { Self.attach(label, to: &result) }
        if let sortString { Self.attachSort(sortString, to: &result) }
        return result
    }

    private static func separated(_ line: VCardLine) -> [VCardLine] {
        guard let label = line.parameter("LABEL") else { return [line] }
        let address = line.with(parameters: line.parameters.filter { $0.name != "LABEL" })
        let types = line.parameters.filter { $0.name == "TYPE" }
        let text = VCardLine("LABEL", parameters: types, group: line.group, value: VCardText.escaped(label))
        return [address, text]
    }

    private static func sorted(_ line: VCardLine) -> [VCardLine] {
        guard let sort = line.parameters.first(where: { $0.name == "SORT-AS" }) else { return [line] }
        let name = line.with(parameters: line.parameters.filter { $0.name != "SORT-AS" })
        let text = sort.values.flatMap { $0.split(separator: ",") }.joined(separator: " ")
        return [name, VCardLine("SORT-STRING", value: VCardText.escaped(text))]
    }

    /// A label goes to the address of the same types, else to the first without one, else it stays a line.
    private static func attach(_ label: VCardLine, to lines: inout [VCardLine]) {
        let free = lines.indices.filter { lines[$0].name == "ADR" && lines[$0].parameter("LABEL") == nil }
        let types = Set(label.types).subtracting(["pref"])
        guard let index = free.first(where: { Set(lines[$0].types) == types }) ?? free.first else {
            lines.append(label.with(name: "X-LABEL"))
            return
        }
        let parameter = VCardParameter("LABEL", [VCardText.unescaped(label.value)])
        lines[index] = lines[index].with(parameters: lines[index].parameters + [parameter])
    }

    private static func attachSort(_ line: VCardLine, to lines: inout [VCardLine]) {
        guard let index = lines.firstIndex(where: { $0.name == "N" }), lines[index].parameter("SORT-AS") == nil else {
            return
        }
        let parameter = VCardParameter("SORT-AS", [VCardText.unescaped(line.value)])
        lines[index] = lines[index].with(parameters: lines[index].parameters + [parameter])
    }
}
