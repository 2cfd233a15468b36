import Bloc

/// A recurring meeting of a team.
struct SyncUp: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var attendees: [String] = []
    var minutes = 5
    var meetings: [Meeting] = []

    var seconds: Int { minutes * 60 }
    var secondsPerAttendee: Int { attendees.isEmpty ? seconds : max(1, seconds / attendees.count) }
}

/// The record of a past meeting.
struct Meeting: Equatable, Sendable {
    let transcript: String
}

extension BlocKey where B == SyncUpsBloc {
    static let syncUps = BlocKey("sync-ups")
}
