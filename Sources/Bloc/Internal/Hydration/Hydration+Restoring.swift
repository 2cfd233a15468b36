extension Hydration {
    /// Reads the saved state, migrates it to the current version, and decodes it; what is being written is newer than the storage.
    func restored(_ writing: HydratedData?, over initial: State) -> RestoredState<State> {
        var key = key
        let data: HydratedData?
        do {
            var found = try writing ?? storage.read(key)
            if found == nil, let earlierKey {
                found = try storage.read(earlierKey)
                key = earlierKey
            }
            data = found
        } catch let error as HydrationError where error.code == .notPrefetched {
            return RestoredState(error: error, isSaving: false)
        } catch {
            return RestoredState(error: HydrationError(.unreadable, key: key, underlying: error), isSaving: false)
        }
        guard let data else { return RestoredState() }
        if data.version > version {
            return RestoredState(error: HydrationError(.newerVersion, key: key), isSaving: false)
        }
        do {
            return RestoredState(state: try decode(try migrated(data), initial))
        } catch {
            return movedAside(key, because: error)
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

    private func movedAside(_ key: String, because error: any Error) -> RestoredState<State> {
        do {
            try storage.moveAside(key)
            return RestoredState(error: HydrationError(.corrupt, key: key, underlying: error))
        } catch {
            return RestoredState(error: HydrationError(.cannotMoveAside, key: key, underlying: error), isSaving: false)
        }
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
