/// Where a replay leaves its recording.
struct ReplayDifference: Equatable, Sendable {
    /// In what way.
    enum Kind: Equatable, Sendable {
        /// This field has another value.
        case field(String)
        /// The transition did not come.
        case missing
        /// After the transition came one that was not recorded.
        case additional
    }

    /// The number of the transition.
    let sequence: UInt64
    /// The key of the bloc.
    let bloc: String
    let kind: Kind

    /// What to tell, values left out: they may be personal.
    var description: String {
        let place = "transition \(sequence) of \(bloc)"
        return switch kind {
        case .field(let path): "\(place) differs: \(path)"
        case .missing: "\(place) did not come: state"
        case .additional: "\(place) was followed by another one that was not recorded: state"
        }
    }
}
