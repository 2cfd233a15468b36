import Testing

@testable import RandomUserServer

@Suite struct WireBodyTests {
    /// All bytes of a body, read in blocks of `blockSize`.
    private func bytes(of body: WireBody, blockSize: Int) -> [UInt8] {
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0xff, count: blockSize)
        while true {
            let count = block.withUnsafeMutableBytes { body.copy(from: result.count, into: $0) }
            if count == 0 { return result }
            result += block[..<count]
        }
    }

    @Test(arguments: [1, 3, 5, 64])
    func `bytes are copied whole, whatever the size of a block`(blockSize: Int) {
        let body = WireBody.bytes(Array("people".utf8))
        #expect(body.count == 6)
        #expect(bytes(of: body, blockSize: blockSize) == Array("people".utf8))
    }

    @Test func `an empty body has nothing to copy`() {
        #expect(WireBody.bytes([]).count == 0)
        #expect(bytes(of: .bytes([]), blockSize: 8).isEmpty)
    }

    @Test(arguments: [1, 7, 13, 4_096])
    func `a blank document is JSON of its size, whatever the size of a block`(blockSize: Int) throws {
        for size in [14, 15, 100, 1_000] {
            let body = WireBody.blankJSON(size: size)
            let document = bytes(of: body, blockSize: blockSize)
            #expect(body.count == size)
            #expect(document.count == size)
            #expect(try JSONValue(bytes: document)["results"].array.isEmpty)
        }
    }

    @Test func `a blank document is never smaller than an empty list of people`() {
        #expect(bytes(of: .blankJSON(size: 0), blockSize: 64) == Array("{\"results\":[]}".utf8))
    }
}
