import Foundation
import Testing

@testable import RandomUserServer

@Suite struct ServerOptionsTests {
    @Test func `the defaults are those of the public service without its limits`() {
        let options = ServerOptions()
        #expect(options.port == 0)
        #expect(options.token == nil)
        #expect(options.budget == nil)
    }

    @Test(
        arguments: [
            (0, 0), (1.5, 1_500), (-0.25, -250), (1_700_000_000.999, 1_700_000_000_999), (.infinity, 0), (.nan, 0),
        ] as [(Double, Int)]
    )
    func `the clock is read in milliseconds, and is 0 where they fit into no number`(seconds: Double, milliseconds: Int)
    {
        let options = ServerOptions(now: { Date(timeIntervalSince1970: seconds) })
        #expect(options.millisecondsNow == milliseconds)
    }
}
