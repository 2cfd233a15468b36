/// What the `password` parameter asks for: letters of some sets, and a length.
struct PasswordRule: Sendable {
    let alphabet: [UInt8]
    let lengths: ClosedRange<Int>

    /// Reads `CHARSETS`, `CHARSETS,LENGTH` or `CHARSETS,MIN-MAX`; nil when no set is named.
    init?(parameter: String) {
        let parts = parameter.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var seen: Set<String> = []
        var alphabet: [UInt8] = []
        for name in parts where seen.insert(name).inserted {
            switch name {
            case "special": alphabet += Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".utf8)
            case "upper": alphabet += Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
            case "lower": alphabet += Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
            case "number": alphabet += Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
            default: continue
            }
        }
        guard !alphabet.isEmpty else { return nil }
        self.alphabet = alphabet
        let bounds = (parts.last ?? "").split(separator: "-", omittingEmptySubsequences: false).map {
            QueryString.number(String($0)).flatMap { Int(exactly: $0.rounded(.down)) }
        }
        let least = bounds.contains(nil) ? nil : bounds.compactMap(\.self).min()
        let most = bounds.contains(nil) ? nil : bounds.compactMap(\.self).max()
        let lower = least.flatMap { (1...64).contains($0) ? $0 : nil } ?? 8
        let upper = most.flatMap { (lower...64).contains($0) ? $0 : nil } ?? 64
        lengths = lower...upper
    }

    func password(_ generator: inout SeededGenerator) -> String {
        let count = generator.number(in: lengths)
        return String(decoding: (0..<count).map { _ in alphabet[generator.below(alphabet.count)] }, as: UTF8.self)
    }
}
