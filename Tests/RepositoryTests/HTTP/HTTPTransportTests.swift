import Repository
import Testing

@Suite struct HTTPTransportErrorTests {
    @Test(arguments: [
        (HTTPTransportError.Kind.unreachable, true), (.timedOut, true), (.brokenOff, true), (.refused, false),
        (.unknownHost, false), (.untrusted, false), (.tooLarge, false), (.redirection, false), (.invalidURL, false),
        (.misconfigured, false), (.libraryMissing, false),
    ])
    func `only failures that may pass are transient`(kind: HTTPTransportError.Kind, isTransient: Bool) {
        #expect(HTTPTransportError(kind, "x").isTransient == isTransient)
    }
}
