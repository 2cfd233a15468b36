public import Foundation
import Repository

/// Kills a process that saves states, and checks that each restart finds a complete one.
///
/// That is the state that was saved last, or the one that was being saved.
public struct ValueKills: Sendable {
    /// Creates the run.
    public init() {}

    /// Kills `count` processes.
    ///
    /// - Parameters:
    ///   - count: How many processes to kill.
    ///   - probe: The program that runs a ``ValueLoop`` when it is given `save` and a path.
    /// - Returns: A summary in one line.
    /// - Throws: ``SurvivalFailure`` with what went wrong.
    public func run(_ count: Int, probe: URL) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "survival-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "values.sqlite").path
        let view = StoreView(path: path)
        var saved = 0
        var states = 0
        for kill in 0..<count {
            if kill.isMultiple(of: 20) {
                view.remove()
                states += saved
                saved = 0
            }
            let child = try ChildProcess(probe, ["save", path], environment: [:], folder: folder)
            guard child.killed(after: .random(in: 0..<0.15)) else {
                throw SurvivalFailure("The probe ended by itself: \(child.messageText)")
            }
            // The last line may be cut off, so the one before it has the number of a saved state.
            let said = child.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
            saved = said.flatMap { Int($0) } ?? saved
            try view.checkSoundness()
            let store = SQLiteValueStore(path: path)
            let state = try ValueLoop.State.stored(in: store)
            store.close()
            guard let state else {
                guard saved == 0 else { throw SurvivalFailure("State \(saved) was saved, but no state is stored.") }
                continue
            }
            guard state.isWhole else { throw SurvivalFailure("State \(state.number) is incomplete.") }
            guard (saved...saved + 1).contains(state.number) else {
                throw SurvivalFailure("State \(saved) was saved, but state \(state.number) is stored.")
            }
            saved = state.number
        }
        return "\(count) savers killed after \(states + saved) states, each restart found a complete one"
    }
}
