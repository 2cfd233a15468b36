import Testing

@testable import BookSync

@Suite struct `Answers of DNS` {
    private func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private func message(_ type: UInt8, _ records: [[UInt8]]) -> [UInt8] {
        let head: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
        let question = name("_carddavs._tcp.example.org") + [0, type, 0, 1]
        return head + question
            + records.flatMap { [0xC0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, UInt8($0.count)] + $0 }
    }

    @Test func `The preferred server comes first, and the path is read`() {
        let services = DNSMessage.services(
            in: message(
                33,
                [[0, 9, 0, 0, 1, 187] + name("B.example.org"), [0, 1, 0, 0, 32, 251] + name("a.example.org")]
            )
        )
        #expect(
            services == [DNSService(host: "a.example.org", port: 8443), DNSService(host: "b.example.org", port: 443)]
        )
        #expect(
            DNSMessage.texts(in: message(16, [[4] + Array("a=b ".utf8) + [9] + Array("path=/dav".utf8)])) == [
                "a=b ", "path=/dav",
            ]
        )
    }

    @Test func `Of servers with one priority the one with more weight comes first`() {
        let light = [0, 1, 0, 5, 1, 187] + name("light.example.org")
        let heavy = [0, 1, 0, 9, 1, 187] + name("heavy.example.org")
        let services = DNSMessage.services(in: message(33, [light, heavy]))
        #expect(services.map(\.host) == ["heavy.example.org", "light.example.org"])
    }

    @Test func `A domain without the service has none`() {
        #expect(DNSMessage.services(in: message(33, [[0, 0, 0, 0, 0, 0, 0]])).isEmpty)
    }

    @Test func `What is cut, circular or no host leads to nothing`() {
        let whole = message(33, [[0, 1, 0, 0, 1, 187] + name("a.example.org")])
        for count in 0..<whole.count { #expect(DNSMessage.services(in: Array(whole.prefix(count))).isEmpty) }
        #expect(DNSMessage.services(in: message(33, [[0, 1, 0, 0, 1, 187, 0xC0, 61]])).isEmpty)
        #expect(DNSMessage.services(in: message(33, [[0, 1, 0, 0, 1, 187] + name("a/b@c")])).isEmpty)
        #expect(DNSMessage.texts(in: message(16, [[200, 65]])).isEmpty)
    }
}
