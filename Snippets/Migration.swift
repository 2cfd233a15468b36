// A saved state whose format has changed twice.

import Bloc
import BlocFiles

let storage = FileHydrationStorage(folder: "/tmp/notes-example")

// snippet.show
struct NoteOfVersion2: Codable {
    var text: String
}

struct Notes: Codable, Equatable, Sendable {
    var texts: [String] = []
}

let hydration = CodableHydration<Notes>(
    key: "notes",
    version: 3,
    storage: storage,
    migrations: [
        1: .from(String.self) { NoteOfVersion2(text: $0) },
        2: .from(NoteOfVersion2.self) { Notes(texts: [$0.text]) },
    ]
)
// snippet.hide

print(hydration.key)
