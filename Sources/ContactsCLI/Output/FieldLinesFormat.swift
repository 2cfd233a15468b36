import Repository

/// The fields that were asked for with tabs between them, a contact a line.
struct FieldLinesFormat: ContactFormat {
    private let fields: [OutputField]
    private let text: TSVText
    private var needsHeader: Bool

    init(_ fields: [OutputField], hasHeader: Bool, isForTerminal: Bool) {
        self.fields = fields
        text = TSVText(isForTerminal: isForTerminal)
        needsHeader = hasHeader
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes = header()
        for contact in contacts {
            text.append(fields.map { $0.text(of: contact) }, to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { header() }

    private mutating func header() -> [UInt8] {
        var bytes: [UInt8] = []
        if needsHeader { text.append(fields.map(\.rawValue), to: &bytes) }
        needsHeader = false
        return bytes
    }
}
