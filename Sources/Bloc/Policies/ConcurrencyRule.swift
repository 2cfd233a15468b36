/// Decides how the handlers of one lane overlap.
///
/// A rule is a value that decides from values: it sees the numbers of the events that run and wait in its lane, and
/// answers what is to become of the arriving one. It runs under the lock of the bloc: it must be quick and must not touch a
/// bloc.
///
/// ```swift
/// /// At most two at once; what comes then is dropped.
/// struct AtMostTwo: ConcurrencyRule {
///     func decision(in situation: LaneSituation) -> LaneDecision {
///         situation.running.count < 2 ? .start : .drop
///     }
/// }
/// ```
public protocol ConcurrencyRule: Sendable {
    /// Decides what is to become of the arriving event.
    func decision(in situation: LaneSituation) -> LaneDecision
}
