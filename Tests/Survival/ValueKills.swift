public import Foundation
import Repository

/// Kills a process that saves states, and sees that each restart finds a whole one: the last that was saved, or the one
/// that was being saved.
public struct ValueKills: Sendable {
    /// Creates the run.
    public init() {}

    /// Kills as many processes as told.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - probe: The program that runs a ``ValueLoop`` when it is given `save` and a path.
    /// - Returns: What happened, in a line.
    /// - Throws: ``SurvivalFailure`` with what was not survived.
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
            // The last line may have been cut off; its number is that of a state that was saved.
            let said = child.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
            saved = said.flatMap { Int($0) } ?? saved
            try view.checkSoundness()
            let store = SQLiteValueStore(path: path)
            let state = try store.item(ValueLoop.State.self, for: ValueLoop.key)
            store.close()
            guard let state else {
                guard saved == 0 else { throw SurvivalFailure("State \(saved) was saved, and there is none.") }
                continue
            }
            guard state.isWhole else { throw SurvivalFailure("State \(state.number) is not whole.") }
            guard (saved...saved + 1).contains(state.number) else {
                throw SurvivalFailure("State \(saved) was saved, and \(state.number) is there.")
            }
            saved = state.number
        }
        return "\(count) savers killed after \(states + saved) states, each restart found a whole one"
    }
}
