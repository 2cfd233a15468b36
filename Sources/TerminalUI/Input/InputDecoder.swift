import Primitives

/// Decodes a terminal's bytes into events; a state machine without a clock.
///
/// Supports the sequences of xterm and its descendants, and those in the terminal's description. Meaningless bytes are
/// dropped, and no input can make the decoder stall.
struct InputDecoder {
    /// The maximum size of a paste in bytes; the rest is dropped.
    static let mostPasted = 1 << 20
    /// The maximum length of a terminal's reply; longer input isn't a reply.
    private static let mostReplied = 4096

    /// Whether the terminal has reported its attributes, which it does after responding to earlier requests.
    private(set) var hasAttributes = false
    private var pending: [UInt8] = []
    private var paste: [UInt8]?
    /// The events decoded so far in the current call.
    private var events: [InputEvent] = []
    /// The key sequences in the terminal's description.
    private let keys: [[UInt8]: Key]

    init(keys: [[UInt8]: Key] = [:]) {
        self.keys = keys.filter { $0.key.first == 0x1B && $0.key.count > 1 }
    }

    /// Whether undecided bytes are pending: either the Escape key, or the start of a sequence.
    var isWaiting: Bool { !pending.isEmpty && paste == nil }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        pending += bytes
        events = []
        while !pending.isEmpty, step(isFinal: false) {}
        return events
    }

    /// Decodes the pending bytes as they are, because no others arrived for a while.
    mutating func flush() -> [InputEvent] {
        events = []
        while isWaiting, step(isFinal: true) {}
        return events
    }

    /// Decodes one event from the front; `false` if more bytes are needed.
    private mutating func step(isFinal: Bool) -> Bool {
        if paste != nil { return takePaste() }
        let byte = pending[0]
        switch byte {
        case 0x1B: return takeEscape(isFinal: isFinal)
        case 0x0D, 0x0A: return take(1, .enter)
        case 0x09: return take(1, .tab)
        case 0x08, 0x7F: return take(1, .backspace)
        case 0x00: return take(1, .control(" "))
        case 0x01...0x1A: return take(1, .control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x1C...0x1F: return take(1, .control(Character(Unicode.Scalar(byte + 0x40))))
        default:
            guard let (scalar, count) = scalar(at: 0, isFinal: isFinal) else { return false }
            return take(count, .character(Character(scalar)))
        }
    }

    /// Removes bytes and emits the key that they represent, if any.
    private mutating func take(_ count: Int, _ key: Key?) -> Bool {
        pending.removeFirst(count)
        if let key { events.append(.key(key)) }
        return true
    }

    /// Decodes UTF-8; invalid bytes become replacement characters.
    private func scalar(at index: Int, isFinal: Bool) -> (Unicode.Scalar, Int)? {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = pending[index...].makeIterator()
        switch parser.parseScalar(from: &rest) {
        case .valid(let character): return (Unicode.UTF8.decode(character), character.count)
        case .error(let length):
            let whole = UTF8Sequence.form(pending[index])?.length ?? 1
            // The remaining bytes of the character may still arrive.
            let isCutOff = index + length == pending.count && length < whole
            return isCutOff && !isFinal ? nil : ("\u{FFFD}", 1)
        case .emptyInput: return nil
        }
    }

    private mutating func takeEscape(isFinal: Bool) -> Bool {
        if let known = keys.first(where: { pending.starts(with: $0.key) }) { return take(known.key.count, known.value) }
        guard pending.count > 1 else { return isFinal && take(1, .escape) }
        switch pending[1] {
        case UInt8(ascii: "["): if takeControlSequence() { return true }
        case UInt8(ascii: "O"):
            if pending.count > 2 { return take(3, InputDecoder.key(final: pending[2], modifier: 1)) }
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            if takeString() { return true }
        case 0x1B: return take(1, .escape)
        case 0x7F, 0x08: return take(2, .control("w"))
        // For Alt with Enter, Tab or Ctrl, ignore Alt.
        case 0x00..<0x20: return take(1, nil)
        default:
            guard let (scalar, count) = scalar(at: 1, isFinal: isFinal) else { return false }
            return take(1 + count, .alt(Character(scalar)))
        }
        // If nothing follows, it was typed rather than sent as a sequence.
        return isFinal && take(2, .alt(Character(Unicode.Scalar(pending[1]))))
    }

    /// Decodes a sequence that starts with Escape and `[`; `false` if it is still incomplete.
    private mutating func takeControlSequence() -> Bool {
        // On the Linux console, function keys have a second bracket.
        if pending.count > 2, pending[2] == UInt8(ascii: "[") {
            guard pending.count > 3 else { return false }
            let number = Int(pending[3]) - 0x40
            return take(4, (1...5).contains(number) ? .function(number) : nil)
        }
        guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return giveUpLongReply()
        }
        let final = pending[end]
        let parameters = pending[2..<end]
        // A control or non-ASCII character aborts the sequence and is then decoded separately.
        guard (0x40...0x7E).contains(final) else { return take(end, nil) }
        let key = key(of: parameters, final: final)
        return take(end + 1, key)
    }

    /// Interprets a control sequence; `nil` if it isn't a key's.
    private mutating func key(of parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
        if parameters.first == UInt8(ascii: "<") {
            let mouse = InputDecoder.mouse(parameters.dropFirst(), isRelease: final == UInt8(ascii: "m"))
            if let mouse { events.append(.mouse(mouse)) }
            return nil
        }
        let numbers = InputDecoder.numbers(parameters)
        switch final {
        case UInt8(ascii: "c"):
            hasAttributes = true
            return nil
        case UInt8(ascii: "~"):
            if numbers.first == 200 { paste = [] }
            return InputDecoder.key(number: numbers.first ?? 0)
        default:
            return InputDecoder.key(final: final, modifier: numbers.count > 1 ? numbers[1] : 1)
        }
    }

    /// Drops input that is too long to be a reply; returns `false`, because it isn't an event.
    private mutating func giveUpLongReply() -> Bool {
        if pending.count > InputDecoder.mostReplied { pending.removeAll() }
        return false
    }

    private mutating func takePaste() -> Bool {
        let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
        guard let place = pending.firstRange(of: end) else {
            // Only part of the end marker may have arrived.
            let part = (1..<end.count).last { pending.suffix($0) == end.prefix($0) } ?? 0
            addToPaste(pending.dropLast(part))
            pending.removeFirst(pending.count - part)
            return false
        }
        addToPaste(pending[..<place.lowerBound])
        pending.removeFirst(place.upperBound)
        events.append(.paste(String(decoding: paste ?? [], as: UTF8.self)))
        paste = nil
        return true
    }

    private mutating func addToPaste(_ bytes: ArraySlice<UInt8>) {
        let room = max(0, InputDecoder.mostPasted - (paste?.count ?? 0))
        paste?.append(contentsOf: bytes.prefix(room))
    }

    /// Decodes a reply from the terminal; `false` if it is still incomplete.
    private mutating func takeString() -> Bool {
        for index in pending.indices.dropFirst(2) {
            let isBell = pending[index] == 0x07
            let isEnd = pending[index] == 0x1B && index + 1 < pending.count && pending[index + 1] == UInt8(ascii: "\\")
            guard isBell || isEnd else { continue }
            if pending[1] == UInt8(ascii: "]"), let tone = BackgroundTone(reply: pending[2..<index]) {
                events.append(.background(tone))
            }
            return take(index + (isBell ? 1 : 2), nil)
        }
        return giveUpLongReply()
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
    }

    private static func mouse(_ bytes: ArraySlice<UInt8>, isRelease: Bool) -> Mouse? {
        let numbers = numbers(bytes)
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let position = Point(x: numbers[1] - 1, y: numbers[2] - 1)
        // Bits 2 to 4 are modifier keys; bit 5 means that the mouse moved.
        switch numbers[0] & ~0b1_1100 {
        case 64: return Mouse(.wheelUp, at: position)
        case 65: return Mouse(.wheelDown, at: position)
        case 0 where !isRelease: return Mouse(.click, at: position)
        case 1...2 where !isRelease: return Mouse(.otherClick, at: position)
        default: return nil
        }
    }

    private static func key(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    private static func key(final: UInt8, modifier: Int) -> Key? {
        let key = finals[Character(Unicode.Scalar(final))]
        guard modifier > 2 else { return key }
        return key == .right ? .wordRight : key == .left ? .wordLeft : key
    }

    /// The keys by the final letter of their sequences.
    private static let finals: [Character: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "M": .enter, "Z": .backTab,
        "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
    ]
}

extension BackgroundTone {
    /// Parses the reply to a request for the background color (OSC 11), such as `11;rgb:1e1e/1e1e/1e1e`.
    init?(reply: ArraySlice<UInt8>) {
        let text = String(decoding: reply, as: UTF8.self)
        guard text.hasPrefix("11;") else { return nil }
        let parts: [Substring]
        if let colon = text.firstIndex(of: ":") {
            parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        } else if text.hasPrefix("11;#") {
            let digits = Array(text.dropFirst(4))
            guard !digits.isEmpty, digits.count % 3 == 0 else { return nil }
            let length = digits.count / 3
            parts = (0..<3).map { Substring(String(digits[$0 * length..<($0 + 1) * length])) }
        } else {
            return nil
        }
        // Each component has one to four digits and its own scale; a fourth component is opacity.
        let values = parts.prefix(3).compactMap { part -> Double? in
            guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
            return Double(value) / Double((1 << (4 * part.count)) - 1)
        }
        guard values.count == 3 else { return nil }
        let bytes = values.map { UInt32($0 * 255) }
        // This is about the luminance of a perceptually middle gray.
        self = RGB(bytes[0] << 16 | bytes[1] << 8 | bytes[2]).luminance > 0.18 ? .light : .dark
    }
}
