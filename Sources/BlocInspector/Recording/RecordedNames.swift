import Primitives

extension JSONValue {
    /// The names of the members that differ from those of the value before.
    func changedMembers(since before: JSONValue?) -> [String] {
        guard before != self else { return [] }
        guard case .object(let old)? = before, case .object(let new) = self else { return ["value"] }
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }

    /// The name of the case of an enumeration, or a plain value.
    package var caseName: String? {
        switch self {
        case .null: nil
        case .bool, .integer, .unsigned, .number: try? ShownValue.text(self)
        case .string(let value): value
        case .array: "list"
        case .object(let members): members.count == 1 ? members.keys.first : nil
        }
    }

    /// The name of a state: its case, or that of its content, its phase or its status.
    package var stateName: String? {
        (self["content"] ?? self["phase"] ?? self["status"] ?? self).contentName
    }

    /// The name of a case; of loaded content that is an enumeration, the name of the content's case.
    private var contentName: String? {
        guard case .object(let content)? = self["hasData"]?["_0"], case .object? = content.values.first else {
            return caseName
        }
        return content.count == 1 ? content.keys.first : caseName
    }
}
