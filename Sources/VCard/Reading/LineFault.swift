/// Why a line is none.
struct LineFault: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
