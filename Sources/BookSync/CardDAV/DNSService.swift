import CResolver
import Dispatch
import Primitives
import Repository

/// A domain's CardDAV server, as found in DNS (RFC 6764).
package struct DNSService: Equatable, Sendable {
    /// The host in lowercase, without a trailing dot.
    package var host: String
    package var port: Int
    /// The path from the `TXT` record.
    package var path: String?

    /// Looks up a domain's server; returns `nil` if there isn't one or DNS doesn't respond.
    package static func find(domain: String) async throws -> DNSService? {
        // An IP address isn't a domain.
        guard !HTTPAddress("https://\(domain)").isLoopback, domain.contains(where: \.isLetter) else { return nil }
        let name = "_carddavs._tcp.\(domain)"
        // The C library's resolver blocks.
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                guard var service = DNSMessage.services(in: query(name, CRESOLVER_SRV)).first else {
                    continuation.resume(returning: nil)
                    return
                }
                let texts = DNSMessage.texts(in: query(name, CRESOLVER_TXT))
                let path = texts.lazy.compactMap { $0.hasPrefix("path=") ? String($0.dropFirst(5)) : nil }.first
                service.path = path.flatMap { $0.hasPrefix("/") ? $0 : nil }
                continuation.resume(returning: service)
            }
        }
    }

    private static func query(_ name: String, _ type: Int32) -> [UInt8] {
        var answer = [UInt8](repeating: 0, count: 4096)
        let length = cresolver_query(name, type, &answer, Int32(answer.count))
        return length > 0 ? Array(answer.prefix(Int(length))) : []
    }
}

/// Parses DNS responses (RFC 1035), treating them as untrusted input.
enum DNSMessage {
    /// Returns the servers in the `SRV` records, in order of preference.
    static func services(in message: [UInt8]) -> [DNSService] {
        var found: [(priority: Int, weight: Int, service: DNSService)] = []
        for record in records(in: message) where record.type == Int(CRESOLVER_SRV) {
            let data = record.data
            guard data.count >= 7, let priority = number(message, data.lowerBound),
                let weight = number(message, data.lowerBound + 2), let port = number(message, data.lowerBound + 4),
                let (host, _) = name(message, at: data.lowerBound + 6), isHost(host), port > 0
            else { continue }
            found.append((priority, weight, DNSService(host: host.lowercased(), port: port)))
        }
        return found.sorted { ($0.priority, -$0.weight) < ($1.priority, -$1.weight) }.map(\.service)
    }

    static func texts(in message: [UInt8]) -> [String] {
        records(in: message).filter { $0.type == Int(CRESOLVER_TXT) }.flatMap { record -> [String] in
            var texts: [String] = []
            var index = record.data.lowerBound
            while index < record.data.upperBound {
                let end = index + 1 + Int(message[index])
                guard end <= record.data.upperBound else { break }
                texts.append(String(decoding: message[(index + 1)..<end], as: UTF8.self))
                index = end
            }
            return texts
        }
    }

    /// Returns the records of the answer section, with the ranges of their data.
    private static func records(in message: [UInt8]) -> [(type: Int, data: Range<Int>)] {
        guard let questions = number(message, 4), let answers = number(message, 6) else { return [] }
        var index = 12
        for _ in 0..<questions {
            guard let (_, next) = name(message, at: index) else { return [] }
            index = next + 4
        }
        var records: [(type: Int, data: Range<Int>)] = []
        for _ in 0..<answers {
            guard let (_, next) = name(message, at: index), let type = number(message, next),
                let length = number(message, next + 8), next + 10 + length <= message.count
            else { break }
            records.append((type, (next + 10)..<(next + 10 + length)))
            index = next + 10 + length
        }
        return records
    }

    private static func number(_ message: [UInt8], _ index: Int) -> Int? {
        index >= 0 && index + 1 < message.count ? Int(message[index]) << 8 | Int(message[index + 1]) : nil
    }

    /// Returns the name at an index and the index after it; follows compression pointers, but not in a cycle.
    private static func name(_ message: [UInt8], at start: Int) -> (String, next: Int)? {
        var labels: [String] = []
        var index = start
        var next: Int?
        var jumps = 0
        while index >= 0, index < message.count {
            let length = Int(message[index])
            if length == 0 { return (labels.joined(separator: "."), next ?? index + 1) }
            if length >= 0xC0 {
                guard let pointer = number(message, index), jumps < 16 else { return nil }
                next = next ?? index + 2
                index = pointer & 0x3FFF
                jumps += 1
            } else {
                guard length < 64, index + length < message.count, labels.count < 128 else { return nil }
                labels.append(String(decoding: message[(index + 1)...(index + length)], as: UTF8.self))
                index += length + 1
            }
        }
        return nil
    }

    /// Whether a name is a valid host name; “.” means that the domain doesn't offer the service.
    private static func isHost(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= HTTPAddress.hostLimit
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "-.".utf8.contains($0) }
    }
}
