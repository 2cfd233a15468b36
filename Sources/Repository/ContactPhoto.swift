/// A picture that came with a contact.
public enum ContactPhoto: Hashable, Codable, Sendable {
    /// Where the picture is; it is never fetched by this program.
    case uri(String)
    /// The picture itself in base64, with its media type (`image/jpeg`) when that is known.
    case data(mediaType: String?, base64: String)
}
