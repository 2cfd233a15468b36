/// A way in which an embedded server misbehaves, so that a client can be tested against it.
///
/// The textual form is `NAME` or `NAME=VALUE`; sizes are in bytes and take `k`, `m` and `g`,
/// times take `ms`, `s` and `m` (without a unit: milliseconds).
public enum ServerFault: Sendable, Equatable {
    /// Waits before it answers (`latency=TIME`).
    case latency(Duration)

    /// Never answers (`hang`).
    case hang

    /// Sends the body in pieces of so many bytes, ten a second (`drip=BYTES`).
    case drip(Int)

    /// Resets the connection before the first byte of an answer (`reset`).
    case reset

    /// Resets the connection after so many bytes of the body (`reset-body=BYTES`).
    case resetBody(after: Int)

    /// Closes the connection after so many bytes of the body (`truncate=BYTES`).
    case truncate(after: Int)

    /// Announces a length that is wrong by so many bytes (`wrong-length=BYTES`, negative for too short).
    case wrongLength(by: Int)

    /// Answers with a status and, if given, `Retry-After` (`status=N`, `status=N,SECONDS`, `status=N,date:SECONDS`).
    case status(Int, retryAfter: RetryAfter?)

    /// Answers with a status and a page of HTML (`html-error=N`).
    case htmlError(Int)

    /// Answers 200 with JSON that breaks off in the middle, its length right (`malformed-json`).
    case malformedJSON

    /// Answers 200 with an empty body (`empty`).
    case empty

    /// Answers with a body of so many bytes and says so beforehand (`oversize=BYTES`).
    case oversize(Int)

    /// Answers with a body of so many bytes without saying so beforehand (`oversize-stream=BYTES`).
    case oversizeStream(Int)

    /// Redirects to the same place for ever (`redirect-loop`).
    case redirectLoop

    /// Redirects so many times, then answers (`redirect=N`).
    case redirect(Int)

    /// Answers with a small compressed body that grows to so many bytes (`gzip-bomb=BYTES`).
    case gzipBomb(Int)

    /// What a `Retry-After` header says.
    public enum RetryAfter: Sendable, Equatable {
        /// A number of seconds.
        case seconds(Int)

        /// The date that lies so many seconds ahead.
        case date(inSeconds: Int)
    }
}
