import ArgumentParser
import Repository

/// Whether a command that reads may use the network.
struct NetworkOptions: ParsableArguments, Sendable {
    @Flag(help: "Do not use the network.")
    var offline = false

    @Flag(help: "Fetch the people again first; fail when that fails.")
    var refresh = false

    func validate() throws {
        if offline, refresh {
            throw ValidationError("--offline and --refresh contradict each other. Give one of them.")
        }
    }

    /// How the first page is read.
    func policy(_ configuration: AppConfiguration) -> CachePolicy {
        if offline { return .cacheOnly }
        if refresh { return .networkOnly }
        return .cacheFirst(maxAge: configuration.cacheTTL)
    }
}
