/// The state of loaded content: loading, content, no content, or a failure.
public enum ContentLoadState<Content: Sendable, Failure: Sendable>: Sendable {
    /// Content is being loaded; old content, or a part of the new content, may be shown meanwhile.
    case loading(previous: Content? = nil)
    /// There is content.
    case hasData(Content)
    /// Loading succeeded, but there is no content.
    case noData
    /// Loading failed.
    case error(Failure)
}

extension ContentLoadState: Equatable where Content: Equatable, Failure: Equatable {}
extension ContentLoadState: Encodable where Content: Encodable, Failure: Encodable {}
extension ContentLoadState: Decodable where Content: Decodable, Failure: Decodable {}

extension ContentLoadState {
    /// The content that can be shown: the loaded content, or the previous content during a load.
    public var content: Content? {
        switch self {
        case .loading(let previous): previous
        case .hasData(let content): content
        case .noData, .error: nil
        }
    }

    /// The failure, if loading failed.
    public var failure: Failure? {
        if case .error(let failure) = self { failure } else { nil }
    }

    /// Whether content is being loaded.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// The state during another load, which keeps the content that can be shown.
    public var reloading: ContentLoadState { .loading(previous: content) }

    /// Returns the state with its content, or the previous content, transformed by a closure.
    public func map<New: Sendable>(_ transform: (Content) throws -> New) rethrows -> ContentLoadState<New, Failure> {
        switch self {
        case .loading(let previous): .loading(previous: try previous.map(transform))
        case .hasData(let content): .hasData(try transform(content))
        case .noData: .noData
        case .error(let failure): .error(failure)
        }
    }
}
