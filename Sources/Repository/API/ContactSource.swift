/// What decides which people a randomuser-style API makes up: the same source always means the same people.
public struct ContactSource: Hashable, Sendable {
    /// The version of the API; empty when none was asked for and none answered.
    public var version: String
    /// The seed; empty when none was asked for and none answered.
    public var seed: String
    /// The nationalities as they are asked for, lower case, comma-separated; empty for all.
    public var nationalities: String

    /// Creates a source.
    public init(version: String = "", seed: String = "", nationalities: String = "") {
        self.version = version
        self.seed = seed
        self.nationalities = nationalities
    }
}
