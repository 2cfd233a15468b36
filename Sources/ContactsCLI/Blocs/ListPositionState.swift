import Bloc
import Foundation

/// What is remembered of lists from one run to the next.
///
/// Not `Encodable`, and so no part of recordings: what one run remembers of another cannot be replayed.
struct ListPositionState: Equatable, Sendable {
    /// Where the last list stopped; `nil` before there was one.
    var last: ListPosition?

    /// How the state is kept: as JSON, whose keys have one order so that equal states have equal bytes.
    static func hydration(in storage: any HydrationStorage) -> Hydration<ListPositionState> {
        Hydration(key: "list-position", storage: storage) { state in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return Array(try encoder.encode(state.last))
        } decode: { bytes, _ in
            ListPositionState(last: try JSONDecoder().decode(ListPosition?.self, from: Data(bytes)))
        }
    }
}
