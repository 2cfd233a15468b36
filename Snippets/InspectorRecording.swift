// Record what blocs do in a file of bounded size.

import BlocInspector

func recording() async throws {
    // snippet.show
    let recording = try BlocInspector.record(to: "blocs.jsonl", keeping: .megabytes(20), inspectingValues: true)
    // snippet.hide
    try await recording.stop()
}
