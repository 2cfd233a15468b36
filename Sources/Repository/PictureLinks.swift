/// The URLs of a person's picture in three sizes.
///
/// They are never fetched by this program.
public struct PictureLinks: Hashable, Codable, Sendable {
    /// The URL of the large picture.
    public var large: String?
    /// The URL of the middle-sized picture.
    public var medium: String?
    /// The URL of the small picture.
    public var thumbnail: String?

    /// Creates links from the sizes that are known.
    public init(large: String? = nil, medium: String? = nil, thumbnail: String? = nil) {
        self.large = large
        self.medium = medium
        self.thumbnail = thumbnail
    }
}
