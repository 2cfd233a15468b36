/// Runs a recording of one bloc again.
///
/// The events that came from outside the bloc are added to a fresh one, each after everything that the one before it led to is
/// over; what they caused, the bloc does by itself again. What was no event (an undo, a method of a cubit) is not repeated.
///
/// - Parameters:
///   - recorded: The transitions of the bloc in an event log, in their order.
///   - create: Creates the bloc; it must not be used elsewhere. It is closed in the end.
/// - Returns: What came, beside what was recorded.
/// - Throws: What `create` throws.
public func replay<B: Bloc>(
    _ recorded: [RecordedTransition<B.Event, B.State>],
    on create: () throws -> B
) async rethrows -> Replay<B.Event, B.State> {
    let own = Set(recorded.map(\.sequence))
    let events = recorded.filter { $0.cause.map { !own.contains($0) } ?? true }.compactMap(\.event)
    let replayer = try BlocReplayer(create)
    var replayed: [ReplayedTransition<B.Event, B.State>] = []
    for event in events {
        replayed += await replayer.add(event)
    }
    await replayer.close()
    return Replay(recorded: recorded, replayed: replayed)
}
