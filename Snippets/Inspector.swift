// Look into running blocs.

import BlocInspector

func inspecting() async throws {
    // snippet.show
    let inspector = try await BlocInspector.start()
    // snippet.hide
    await inspector.stop()
}
