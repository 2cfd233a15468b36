extension Hydration {
    /// Reads the saved state, migrates it to the current version, and decodes it; what is being written is newer than the storage.
    func restored(_ writing: HydratedData?, over initial: State) -> RestoredState<State> {
        var key = key
        /// The result for data that cannot be used and must not be overwritten.
        func refused(_ code: HydrationError.Code, _ error: (any Error)? = nil) -> RestoredState<State> {
            RestoredState(error: HydrationError(code, key: key, underlying: error), isSaving: false)
        }
        var found = writing
        do {
            if found == nil { found = try storage.read(key) }
            if found == nil, let earlierKey {
                found = try storage.read(earlierKey)
                key = earlierKey
            }
        } catch let error as HydrationError where error.code == .notPrefetched {
            return RestoredState(error: error, isSaving: false)
        } catch {
            return refused(.unreadable, error)
        }
        guard let data = found else { return RestoredState() }
        if data.version > version { return refused(.newerVersion) }
        do {
            return RestoredState(state: try decode(try migrated(data), initial))
        } catch let invalid {
            do {
                try storage.moveAside(key)
                return RestoredState(error: HydrationError(.corrupt, key: key, underlying: invalid))
            } catch {
                return refused(.cannotMoveAside, error)
            }
        }
    }

    private func migrated(_ data: HydratedData) throws -> [UInt8] {
        var bytes = data.bytes
        var reached = data.version
        while reached < version {
            guard let migrate = migrations[reached] else { throw MissingMigration(from: reached) }
            bytes = try migrate(bytes)
            reached += 1
        }
        return bytes
    }
}

/// The result of restoring a state.
struct RestoredState<State: Sendable>: Sendable {
    /// The restored state; `nil` when there was none or it could not be used.
    var state: State?
    var error: HydrationError?
    /// Whether states may be saved.
    ///
    /// Data that a newer program wrote, or that could not be read, must not be overwritten.
    var isSaving = true
}

/// An error: the migration from one version of saved data to the next is missing.
struct MissingMigration: Error, CustomStringConvertible {
    let from: Int

    var description: String { "no migration from version \(from) to \(from + 1)" }
}
