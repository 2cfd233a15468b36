import Bloc
import Foundation

/// A bloc of the program whose recordings can be replayed.
struct ReplayableBloc: Sendable {
    /// A fresh bloc that recorded events are given to.
    struct Running: Sendable {
        /// Gives the bloc the event of a line, and tells what came of it.
        let add: @Sendable (RecordingLine) async throws -> [(event: JSONValue, state: JSONValue)]
        let close: @Sendable () async -> Void
    }

    /// The key of the bloc.
    let key: String
    /// Makes a fresh one.
    let begin: @Sendable () -> Running

    /// Describes a bloc that `create` makes anew.
    init<B: Bloc>(_ key: BlocKey<B>, create: @escaping @Sendable () -> B) where B.Event: Codable, B.State: Encodable {
        self.key = key.name
        begin = {
            let replayer = BlocReplayer(create)
            return Running(
                add: { line in
                    try await replayer.add(try Self.event(of: line)).map { transition in
                        (
                            try transition.event.map { try RecordingLine.json($0) } ?? .null,
                            try RecordingLine.json(transition.state)
                        )
                    }
                },
                close: { await replayer.close() }
            )
        }
    }

    private static func event<Event: Decodable>(of line: RecordingLine) throws -> Event {
        do {
            return try JSONDecoder().decode(Event.self, from: RecordingLine.encoder.encode(line.event))
        } catch {
            throw Failure(
                .badData,
                "Transition \(line.sequence) has an event that “\(line.bloc)” does not know; it cannot be replayed."
            )
        }
    }
}
