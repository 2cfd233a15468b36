/// What a view of loaded content shows: that it loads, the content, that there is none, or why not.
public enum ContentLoadState<Content: Sendable, Failure: Sendable>: Sendable {
    /// Content is being loaded; what was there before may still be shown.
    case loading(previous: Content? = nil)
    /// There is content.
    case hasData(Content)
    /// Loading succeeded, and there is nothing.
    case noData
    /// Loading failed.
    case error(Failure)
}

extension ContentLoadState: Equatable where Content: Equatable, Failure: Equatable {}
extension ContentLoadState: Encodable where Content: Encodable, Failure: Encodable {}
extension ContentLoadState: Decodable where Content: Decodable, Failure: Decodable {}

extension ContentLoadState {
    /// The content that can be shown: what is there, or what was there before the load that is under way.
    public var content: Content? {
        switch self {
        case .loading(let previous): previous
        case .hasData(let content): content
        case .noData, .error: nil
        }
    }

    /// Why loading failed, if it did.
    public var failure: Failure? {
        if case .error(let failure) = self { failure } else { nil }
    }

    /// Whether content is being loaded.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// The same state while a load is under way: what can be shown stays.
    public var reloading: ContentLoadState { .loading(previous: content) }

    /// The state with its content changed by a closure.
    ///
    /// - Parameter transform: Makes the new content; is called for content that is there or was there before.
    /// - Returns: The state with the new content.
    /// - Throws: What `transform` throws.
    public func map<New: Sendable>(_ transform: (Content) throws -> New) rethrows -> ContentLoadState<New, Failure> {
        switch self {
        case .loading(let previous): .loading(previous: try previous.map(transform))
        case .hasData(let content): .hasData(try transform(content))
        case .noData: .noData
        case .error(let failure): .error(failure)
        }
    }

    /// The state with its failure changed by a closure.
    ///
    /// - Parameter transform: Makes the new failure.
    /// - Returns: The state with the new failure.
    /// - Throws: What `transform` throws.
    public func mapError<New: Sendable>(_ transform: (Failure) throws -> New) rethrows -> ContentLoadState<Content, New>
    {
        switch self {
        case .loading(let previous): .loading(previous: previous)
        case .hasData(let content): .hasData(content)
        case .noData: .noData
        case .error(let failure): .error(try transform(failure))
        }
    }
}
