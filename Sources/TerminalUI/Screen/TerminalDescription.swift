import CNcurses

/// A terminal's capabilities, according to its description and the environment.
struct TerminalDescription: Sendable {
    /// A sequence to write, without the delays that terminals on serial lines needed.
    typealias Bytes = [UInt8]

    var colorDepth: ColorDepth
    /// The number of colors; 8 if the sixteen colors are eight normal and eight bold ones.
    var colorCount: Int
    var enter: Bytes
    var leave: Bytes
    var clear: Bytes
    var hideCursor: Bytes
    var showCursor: Bytes
    var plain: Bytes
    var emphasis: [(Emphasis, Bytes)]
    var keys: [Bytes: Key]
    /// Whether the terminal supports sequences that descriptions don't list, such as synchronized output or a title.
    var isModern: Bool
    private let library: NcursesLibrary
    private let move: String
    private let foreground: String
    private let background: String

    init(
        terminal: String,
        descriptor: Int32,
        environment: [String: String],
        library: NcursesLibrary
    ) throws(TerminalError) {
        func unusable(_ message: String) -> TerminalError { TerminalError(.unusableTerminal, message) }
        let example = "such as xterm-256color"
        guard !terminal.isEmpty else {
            throw unusable("TERM is not set; set it to the type of your terminal, \(example)")
        }
        let code = cncurses_setup(library.functions, terminal, descriptor)
        guard code >= 0 else {
            throw unusable("No terminal descriptions were found; install the package ncurses-base (Debian, Ubuntu)")
        }
        let name = TerminalText.sanitized(String(terminal.prefix(80)))
        guard code == 1 else {
            throw unusable("The terminal “\(name)” is unknown; set TERM to a known type, \(example)")
        }
        func text(_ name: String) -> String? { library.text(name) }
        func bytes(_ name: String) -> Bytes { text(name).map(NcursesLibrary.withoutPauses) ?? [] }
        guard let move = text("cup"), let clear = text("clear") else {
            throw unusable("The terminal “\(name)” cannot move its cursor; use one that can, \(example)")
        }
        self.library = library
        self.move = move
        self.clear = NcursesLibrary.withoutPauses(clear)
        foreground = text("setaf") ?? ""
        background = text("setab") ?? ""
        hideCursor = bytes("civis")
        showCursor = bytes("cnorm")
        plain = bytes("sgr0")
        let names: [(Emphasis, String)] = [
            (.bold, "bold"), (.faint, "dim"), (.underline, "smul"), (.reverse, "rev"),
            (.strikethrough, "smxx"),
        ]
        emphasis = names.map { ($0, bytes($1)) }.filter { !$1.isEmpty }
        colorCount = foreground.isEmpty ? 0 : library.number("colors")
        colorDepth = Self.colorDepth(terminal: terminal, count: colorCount, environment: environment, library: library)
        let hasMouse = text("kmous") != nil
        isModern = hasMouse || library.flag("XT")
        // Bracket pastes, so that pasted text is never mistaken for keys; report buttons and the wheel, but not moves.
        let modes = isModern ? "\u{1B}[?2004h" + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") : ""
        let modesOff = isModern ? (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?2004l" : ""
        enter = bytes("smcup") + bytes("smkx") + bytes("rmam") + Bytes(modes.utf8)
        // If the program exits in the middle of a frame, end the frame first.
        let endOfFrame = isModern ? Bytes("\u{1B}[?2026l".utf8) : []
        leave = endOfFrame + plain + Bytes(modesOff.utf8) + bytes("smam") + showCursor + bytes("rmkx")
        // Without an alternate screen, clear the screen so that the prompt starts on an empty one.
        leave += text("rmcup").map(NcursesLibrary.withoutPauses) ?? self.clear
        keys = Self.keys(library)
    }

    private static func colorDepth(
        terminal: String,
        count: Int,
        environment: [String: String],
        library: NcursesLibrary
    ) -> ColorDepth {
        if count < 8 { return .none }
        let told = environment["COLORTERM"] ?? ""
        // The variable is inherited, but the console and GNU screen may support fewer colors than the outer terminal.
        let isOuter = terminal.hasPrefix("linux") || (terminal.hasPrefix("screen") && environment["TMUX"] == nil)
        if library.flag("RGB") || library.flag("Tc") || count >= ColorDepth.trueColor.rawValue
            || ((told == "truecolor" || told == "24bit") && !isOuter)
        {
            return .trueColor
        }
        return count >= 256 ? .indexed : .ansi
    }

    private static func keys(_ library: NcursesLibrary) -> [Bytes: Key] {
        var names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab),
            ("kent", .enter),
        ]
        names += (1...12).map { ("kf\($0)", .function($0)) }
        var keys: [Bytes: Key] = [:]
        for (name, key) in names {
            if let text = library.text(name) { keys[Bytes(text.utf8)] = key }
        }
        return keys
    }

    func move(to point: Point) -> Bytes {
        library.formatted(move, point.y, point.x)
    }

    /// Returns the bytes that select colors and emphasis, regardless of the current ones.
    func choose(_ style: ResolvedStyle) -> Bytes {
        var bytes = plain
        for (emphasis, sequence) in emphasis where style.emphasis.contains(emphasis) { bytes += sequence }
        bytes += color(style.foreground, capability: foreground, code: 38)
        bytes += color(style.background, capability: background, code: 48)
        return bytes
    }

    private func sequence(of wanted: Emphasis) -> Bytes { emphasis.first { $0.0 == wanted }?.1 ?? [] }

    private func color(_ color: TerminalColor, capability: String, code: Int) -> Bytes {
        switch color {
        case .standard: return []
        case .rgb(let rgb): return Bytes("\u{1B}[\(code);2;\(rgb.red);\(rgb.green);\(rgb.blue)m".utf8)
        case .indexed(let index):
            var bytes: Bytes = []
            var number = Int(index)
            if colorCount < 16, number >= 8 {
                number -= 8
                // Bright black would be bold black, which some terminals display as black on black.
                if code == 38, number == 0 { return sequence(of: .faint) }
                // With eight colors, bold makes them bright; there are no bright backgrounds.
                if code == 38 { bytes += sequence(of: .bold) }
            }
            return bytes + library.formatted(capability, number)
        }
    }
}

extension NcursesLibrary {
    func text(_ name: String) -> String? {
        cncurses_string(functions, name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    func number(_ name: String) -> Int { Int(cncurses_number(functions, name)) }

    func flag(_ name: String) -> Bool { cncurses_flag(functions, name) != 0 }

    /// Returns a capability with its parameters filled in.
    func formatted(_ capability: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
        guard let text = cncurses_format(functions, capability, first, second, 0) else { return [] }
        return Self.withoutPauses(String(cString: text))
    }

    /// Returns a capability without its delays, which are written as `$<5>`.
    static func withoutPauses(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "$"), rest.dropFirst().first == UInt8(ascii: "<"),
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                rest = rest[rest.index(after: end)...]
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }
}

/// The terminal descriptions of ncurses, loaded when the first screen is opened.
struct NcursesLibrary: Sendable {
    /// The file names of the wide-character version of ncurses, in order of preference.
    static let names = ["libncursesw.so.6", "libncursesw.6.dylib", "libncurses.dylib"]

    /// Loaded once.
    private static let standard = open(names)

    /// Safe to share: C never changes or frees the data.
    nonisolated(unsafe) let functions: OpaquePointer

    /// Loads the first library that exists.
    static func load(_ names: [String] = names) throws(TerminalError) -> NcursesLibrary {
        if let library = names == Self.names ? standard : open(names) { return library }
        throw TerminalError(
            .libraryMissing,
            "ncurses could not be loaded; install the package libncursesw6 (Debian, Ubuntu)"
        )
    }

    private static func open(_ names: [String]) -> NcursesLibrary? {
        names.lazy.compactMap { cncurses_open($0) }.first.map { NcursesLibrary(functions: $0) }
    }
}
