import Bloc

/// A meeting that a team has again and again.
struct SyncUp: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var attendees: [String] = []
    var minutes = 5
    var meetings: [Meeting] = []

    var seconds: Int { minutes * 60 }
    var secondsPerAttendee: Int { attendees.isEmpty ? seconds : max(1, seconds / attendees.count) }
}

/// What was said in one of them.
struct Meeting: Equatable, Sendable {
    let transcript: String
}

extension BlocKey where B == SyncUpsBloc {
    static let syncUps = BlocKey("sync-ups")
}
