import Foundation

/// A line of a recording: a transition of a bloc.
struct RecordingLine: Codable, Equatable, Sendable {
    /// The number of the line's transition, higher than those before it.
    var sequence: UInt64
    /// The transition that led to this one, if any.
    var cause: UInt64?
    /// The key of the bloc.
    var bloc: String
    /// The event; `null` when none triggered the transition.
    var event: JSONValue
    /// The state after the transition.
    var state: JSONValue

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case sequence, cause, bloc, event, state
    }

    init(sequence: UInt64, cause: UInt64?, bloc: String, event: JSONValue, state: JSONValue) {
        self.sequence = sequence
        self.cause = cause
        self.bloc = bloc
        self.event = event
        self.state = state
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sequence = try container.decode(UInt64.self, forKey: .sequence)
        // The key must be there, though its value may be null.
        cause = try container.decode(UInt64?.self, forKey: .cause)
        bloc = try container.decode(String.self, forKey: .bloc)
        event = try container.decode(JSONValue.self, forKey: .event)
        state = try container.decode(JSONValue.self, forKey: .state)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(cause, forKey: .cause)
        try container.encode(bloc, forKey: .bloc)
        try container.encode(event, forKey: .event)
        try container.encode(state, forKey: .state)
    }

    /// Makes JSON of events and states, the same bytes for the same value.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The JSON form of an event or a state.
    static func json(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: encoder.encode(value))
    }
}
