/// Runs a recording again: each event from outside is given to a fresh bloc of its key, in the order of their numbers.
struct RecordingReplay: Sendable {
    let recording: Recording
    let blocs: [ReplayableBloc]

    /// The lines whose blocs are replayed.
    var known: [RecordingLine] { recording.lines.filter { line in blocs.contains { $0.key == line.bloc } } }

    /// The names of the blocs that are not replayed.
    var unknownBlocs: [String] { recording.blocs.filter { name in !blocs.contains { $0.key == name } } }

    /// The first transition that differs, if any.
    ///
    /// - Throws: ``Failure`` when an event is none of its bloc's.
    func firstDifference() async throws -> ReplayDifference? {
        for lines in recording.runs {
            if let difference = try await firstDifference(in: Run(lines: lines)) { return difference }
        }
        return nil
    }

    private func firstDifference(in run: Run) async throws -> ReplayDifference? {
        var running: [String: ReplayableBloc.Running] = [:]
        let difference = await Result(awaiting: { try await compare(run, &running) })
        for bloc in running.values { await bloc.close() }
        return try difference.get()
    }

    private func compare(_ run: Run, _ running: inout [String: ReplayableBloc.Running]) async throws
        -> ReplayDifference?
    {
        /// What came and was not compared yet, and what was compared last.
        var coming: [String: ArraySlice<(event: JSONValue, state: JSONValue)>] = [:]
        var last: [String: UInt64] = [:]
        func difference(_ key: String, _ sequence: UInt64, _ kind: ReplayDifference.Kind) -> ReplayDifference {
            ReplayDifference(sequence: sequence, bloc: key, kind: kind)
        }
        for (index, line) in run.lines.enumerated() {
            let key = line.bloc
            guard let bloc = blocs.first(where: { $0.key == key }) else { continue }
            if run.events.contains(index) {
                if let last = last[key], coming[key]?.isEmpty == false { return difference(key, last, .additional) }
                let player = running[key] ?? bloc.begin()
                running[key] = player
                coming[key] = try await player.add(line)[...]
            }
            guard let came = coming[key]?.popFirst() else { return difference(key, line.sequence, .missing) }
            let path =
                line.event.firstDifference(from: came.event, path: "event")
                ?? line.state.firstDifference(from: came.state, path: "state")
            if let path { return difference(key, line.sequence, .field(path)) }
            last[key] = line.sequence
        }
        let additional = coming.filter { !$0.value.isEmpty }.keys.compactMap { key in last[key].map { (key, $0) } }
        return additional.min { $0.1 < $1.1 }.map { difference($0.0, $0.1, .additional) }
    }

    /// The lines of one run of the program.
    private struct Run {
        let lines: [RecordingLine]
        /// The indices of the lines whose events came from outside their bloc.
        let events: Set<Int>

        init(lines: [RecordingLine]) {
            self.lines = lines
            var own: [String: Set<UInt64>] = [:]
            for line in lines { own[line.bloc, default: []].insert(line.sequence) }
            events = Set(
                lines.indices.filter { index in
                    let line = lines[index]
                    let isCausedWithin = line.cause.map { own[line.bloc]?.contains($0) ?? false } ?? false
                    return line.event != .null && !isCausedWithin
                }
            )
        }
    }
}
