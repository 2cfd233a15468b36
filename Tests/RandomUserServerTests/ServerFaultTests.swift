import RandomUserServer
import Testing

@Suite struct ServerFaultTextTests {
    private static let faults: [(String, ServerFault)] = [
        ("latency=0", .latency(.zero)), ("latency=250", .latency(.milliseconds(250))),
        ("latency=250ms", .latency(.milliseconds(250))), ("latency=2s", .latency(.seconds(2))),
        ("latency=3m", .latency(.seconds(180))), ("hang", .hang), ("drip", .drip(64)), ("drip=1", .drip(1)),
        ("reset", .reset), ("reset-body", .resetBody(after: 100)), ("reset-body=0", .resetBody(after: 0)),
        ("truncate", .truncate(after: 100)), ("truncate=2k", .truncate(after: 2_048)),
        ("wrong-length", .wrongLength(by: 10)), ("wrong-length=-7", .wrongLength(by: -7)),
        ("status=503", .status(503, retryAfter: nil)), ("status=429,30", .status(429, retryAfter: .seconds(30))),
        ("status=429,date:30", .status(429, retryAfter: .date(inSeconds: 30))), ("html-error", .htmlError(502)),
        ("html-error=503", .htmlError(503)), ("malformed-json", .malformedJSON), ("empty", .empty),
        ("oversize", .oversize(64 << 20)), ("oversize=1g", .oversize(1 << 30)),
        ("oversize-stream=5m", .oversizeStream(5 << 20)), ("redirect-loop", .redirectLoop), ("redirect", .redirect(1)),
        ("redirect=6", .redirect(6)), ("gzip-bomb", .gzipBomb(1 << 30)), ("gzip-bomb=4g", .gzipBomb(4 << 30)),
    ]

    @Test(arguments: faults)
    func `a fault is parsed, and its description parses to the same fault`(text: String, fault: ServerFault) throws {
        #expect(try ServerFault(parsing: text) == fault)
        #expect(try ServerFault(parsing: fault.description) == fault)
        let rule = ServerFaultRule(fault, times: 3)
        #expect(try ServerFaultRule(parsing: text + "*3") == rule)
        #expect(try ServerFaultRule(parsing: rule.description) == rule)
        #expect(try ServerFaultRule(parsing: text) == ServerFaultRule(fault))
    }

    @Test(
        arguments: [
            "", "explode", "Reset", "hang=1", "reset=1", "drip=0", "drip=x", "drip=-1", "latency", "latency=",
            "latency=1h",
            "latency=99999999999", "status", "status=", "status=99", "status=199", "status=600", "status=503,soon",
            "status=503,date:x", "html-error=1", "malformed-json=1", "empty=1", "oversize=5g",
            "oversize=9223372036854775807g",
            "redirect-loop=2", "redirect=-1", "gzip-bomb=1t", "truncate=99999999999999999999",
        ]
    )
    func `the error for an unknown fault quotes it and lists the accepted forms`(text: String) {
        let error = #expect(throws: ServerFaultError.self) { try ServerFault(parsing: text) }
        #expect(error?.description.hasPrefix("“\(text)” is not a fault. Use one of: latency=TIME, hang, ") == true)
    }

    @Test(arguments: ["reset*", "reset*0", "reset*-1", "reset*x", "reset*99999999999999999999"])
    func `a fault with an invalid number of requests is refused`(text: String) {
        let error = #expect(throws: ServerFaultError.self) { try ServerFaultRule(parsing: text) }
        #expect(error?.description.contains("“\(text)”") == true)
    }
}
