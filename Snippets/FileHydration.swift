// A state that is kept in a file.

import Bloc
import BlocFiles

struct Settings: Codable, Equatable, Sendable {
    var fontSize = 12
}

final class SettingsBloc: Bloc {
    enum Event { case enlarged }
    typealias State = Settings
    let runtime: BlocRuntime<SettingsBloc>

    init(folder: String) {
        runtime = BlocRuntime(initialState: Settings()) { bloc in
            // snippet.show
            let storage = FileHydrationStorage(folder: folder)
            bloc.hydrate(CodableHydration(key: "settings", storage: storage))
            // snippet.hide
            bloc.on { _, emit in emit.update { $0.fontSize += 1 } }
        }
    }
}

let settings = SettingsBloc(folder: "/tmp/settings-example")
settings.add(.enlarged)
try await settings.flush()
await settings.close()
