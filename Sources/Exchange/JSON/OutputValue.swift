import Primitives
package import Repository
import TerminalUI

/// A value as a tree, which every format can write.
package enum OutputValue: Sendable {
    case unknown
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([OutputValue])
    case object([(key: String, value: OutputValue)])

    /// Creates the tree of a contact: it always contains every field, in the same order.
    package init(_ contact: Contact) {
        self = .object(ContactField.everything.map { ($0.name, $0.value(of: contact)) })
    }

    package init(_ text: String?) { self = text.map(OutputValue.text) ?? .unknown }

    package init(_ texts: [String]) { self = .list(texts.map(OutputValue.text)) }

    fileprivate init(_ values: [ContactValue]) {
        self = .list(values.map { Self.value(.text($0.value), types: $0.types, isPreferred: $0.isPreferred) })
    }

    fileprivate init(_ addresses: [ContactAddress]) {
        self = .list(
            addresses.map { Self.value(OutputValue($0.address), types: $0.types, isPreferred: $0.isPreferred) }
        )
    }

    fileprivate init(_ address: PostalAddress) {
        self = Self.texts(AddressPart.allCases.map { ($0.rawValue, address[$0]) })
    }

    fileprivate init(_ name: PersonName, shownAs shown: String) {
        self = Self.texts([
            ("title", name.title), ("first", name.first), ("last", name.last), ("middle", name.middle),
            ("suffix", name.suffix), ("formatted", shown),
        ])
    }

    fileprivate init(_ picture: PictureLinks) {
        self = Self.texts([("large", picture.large), ("medium", picture.medium), ("thumbnail", picture.thumbnail)])
    }

    fileprivate init(_ photo: ContactPhoto?) {
        switch photo {
        case nil: self = .unknown
        case .uri(let uri): self = Self.texts([("uri", uri)])
        case .data(let mediaType, let base64): self = Self.texts([("mediaType", mediaType), ("data", base64)])
        }
    }

    private static func texts(_ members: [(String, String?)]) -> OutputValue {
        .object(members.map { ($0.0, OutputValue($0.1)) })
    }

    private static func value(_ value: OutputValue, types: [String], isPreferred: Bool) -> OutputValue {
        .object([("value", value), ("types", OutputValue(types)), ("preferred", .flag(isPreferred))])
    }
}

extension ContactField {
    /// Returns the contact's value for this field.
    package func value(of contact: Contact) -> OutputValue {
        switch value {
        case .text(let text): OutputValue(text.get(contact))
        case .texts(let texts): OutputValue(texts.get(contact))
        case .values(let values): OutputValue(values.get(contact))
        case .flag(let flag): .flag(flag.get(contact))
        case .addresses: OutputValue(contact.addresses)
        case .photo: OutputValue(contact.photo)
        case .name: OutputValue(contact.name, shownAs: contact.displayName)
        case .address: OutputValue(contact.address)
        case .picture: OutputValue(contact.picture)
        }
    }
}

extension JSONText {
    /// Appends a value, either on one line or with one line per element of its list or object.
    package func append(_ value: OutputValue, eachOnItsLine: Bool = false, to bytes: inout [UInt8]) {
        switch value {
        case .unknown: bytes += "null".utf8
        case .text(let text): append(text, to: &bytes)
        case .flag(let isSo): bytes += (isSo ? "true" : "false").utf8
        case .number(let number): bytes += String(number).utf8
        case .list(let values):
            list(values, eachOnItsLine: eachOnItsLine, to: &bytes) { append($0, to: &$1) }
        case .object(let members):
            list(members, Self.braces, eachOnItsLine: eachOnItsLine, to: &bytes) { append($0, to: &$1) }
        }
    }

    /// Appends an object's member.
    package func append(
        _ member: (key: String, value: OutputValue),
        eachOnItsLine: Bool = false,
        to bytes: inout [UInt8]
    ) {
        append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, eachOnItsLine: eachOnItsLine, to: &bytes)
    }
}

/// Writes JSON, in a form suitable for files or for a terminal.
package struct JSONText: Sendable {
    /// Whether to escape characters that are valid JSON but control a terminal; this doesn't change the value.
    package var isForTerminal: Bool

    package init(isForTerminal: Bool = false) { self.isForTerminal = isForTerminal }

    /// Appends the text in quotation marks, or `null`.
    package func append(_ text: String?, to bytes: inout [UInt8]) {
        guard let text else {
            bytes += "null".utf8
            return
        }
        if isForTerminal, !TerminalText.isPlainASCII(text) {
            JSONString.append(text, to: &bytes) { scalar in
                TerminalText.isHarmful(scalar) || scalar == "\u{2028}" || scalar == "\u{2029}"
            }
        } else {
            JSONString.append(text, to: &bytes)
        }
    }

    /// Appends an array, or an object if `append` writes members and `brackets` are braces.
    package func list<Element>(
        _ elements: some Collection<Element>,
        _ brackets: (UInt8, UInt8) = (UInt8(ascii: "["), UInt8(ascii: "]")),
        eachOnItsLine: Bool = false,
        to bytes: inout [UInt8],
        append: (Element, inout [UInt8]) -> Void
    ) {
        let lineBreak = eachOnItsLine && !elements.isEmpty ? "\n" : ""
        bytes.append(brackets.0)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += lineBreak.utf8
            append(element, &bytes)
        }
        bytes += lineBreak.utf8
        bytes.append(brackets.1)
    }

    package static let braces = (UInt8(ascii: "{"), UInt8(ascii: "}"))
}
