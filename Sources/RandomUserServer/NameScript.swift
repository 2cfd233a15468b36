/// A kind of text that the public service never sends, to be mixed into the names of an embedded server.
public enum NameScript: String, Sendable, CaseIterable {
    /// Ukrainian names in their own letters.
    case cyrillic

    /// Hindi names in their own letters.
    case devanagari

    /// Chinese, Japanese and Korean names.
    case cjk

    /// Latin names with emoji, some of several code points.
    case emoji

    /// Hebrew and Arabic names.
    case rightToLeft = "right-to-left"
}
