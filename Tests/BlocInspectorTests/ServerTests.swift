import Bloc
import Foundation
import Loopback
import TestWatch
import Testing

@testable import BlocInspector

@Suite(.watched) struct ServerTests {
    @Test func `the page comes with the token, a policy and a cookie`() async throws {
        try await withInspector { inspector, client async throws in
            #expect(inspector.url == "http://127.0.0.1:\(inspector.port)/?token=\(client.token)")
            let page = try await client.send("/?token=\(client.token)", headers: ["Authorization": ""])
            #expect(page.status == 200)
            #expect(
                page.text.contains("Set-Cookie: inspector-\(inspector.port)=\(client.token); HttpOnly; SameSite=Strict")
            )
            #expect(page.text.contains("Content-Security-Policy: default-src 'self'"))
            let cookie = ["Authorization": "", "Cookie": "other=1; inspector-\(inspector.port)=\(client.token)"]
            for file in ["app.js", "store.js", "list.js", "tree.js", "graph.js", "style.css"] {
                #expect(try await client.send("/\(file)", headers: cookie).status == 200)
            }
            #expect(try await client.send("/../app.js", headers: cookie).status == 404)
        }
    }

    @Test func `a wrong token, a foreign host and a foreign origin are refused`() async throws {
        try await withInspector { inspector, client async throws in
            for target in ["/", "/app.js", "/events", "/?token=", "/?token=\(client.token.dropLast())0x"] {
                #expect(try await client.send(target, headers: ["Authorization": ""]).status == 403)
            }
            #expect(try await client.send("/", headers: ["Authorization": "Bearer wrong"]).status == 403)
            for host in ["evil.example", "evil.example:\(inspector.port)", "127.0.0.1", "127.0.0.1:1"] {
                #expect(try await client.send("/", headers: ["Host": host]).status == 421)
            }
            for origin in ["http://evil.example", "null", "https://127.0.0.1:\(inspector.port)"] {
                #expect(try await client.send("/events", headers: ["Origin": origin]).status == 403)
                #expect(try await client.command("{}", headers: ["Origin": origin]).status == 403)
            }
            #expect(try await client.command("{}", headers: ["Origin": ""]).status == 403)
            #expect(try await client.command("{}", headers: ["Content-Type": "text/plain"]).status == 415)
            #expect(try await client.send("/command").status == 404)
            #expect(try await client.send("/events", method: "DELETE").status == 405)
        }
    }

    @Test func `commands act on a bloc, and say why they cannot`() async throws {
        try await withInspector { inspector, client async throws in
            let room = withBlocObserver(inspector.observer) { RoomBloc() }
            await inspector.inspecting.flush()
            let id = room.core.id.number
            func tell(_ json: String) async throws -> String {
                let answer = try await client.command(json)
                return "\(answer.status) " + (answer.text.components(separatedBy: "\r\n\r\n").last ?? "")
            }
            let add = #"{"command":"add","instance":\#(id),"event":"#
            for (command, count) in [
                (add + #"{"raised":{"by":3}}}"#, 3), (add + #"{"raised":{"by":4}}}"#, 7),
                (#"{"command":"undo","instance":\#(id)}"#, 3), (#"{"command":"redo","instance":\#(id)}"#, 7),
                (#"{"command":"travel","instance":\#(id),"steps":-2}"#, 0),
            ] {
                #expect(try await tell(command) == #"200 {"done":true}"#)
                #expect(room.state.count == count)
            }
            #expect(
                try await tell(#"{"command":"undo","instance":\#(id)}"#)
                    == #"409 {"error":"There is no state to go back to."}"#
            )
            #expect(
                try await tell(#"{"command":"travel","instance":\#(id),"steps":5}"#)
                    == #"409 {"error":"The history ended after 2 of 5 steps."}"#
            )
            #expect(try await tell(add + #"{"raised":{"up":3}}}"#).contains("“by” is missing (in raised)"))
            #expect(try await tell(add + #"{"raised":{"by":"x"}}}"#).hasPrefix("400"))
            #expect(try await tell(#"{"command":"add","instance":\#(id)}"#).hasPrefix("400"))
            #expect(try await tell(#"{"command":"add","instance":999999999,"event":1}"#).hasPrefix("404"))
            #expect(try await tell(#"{"command":"explode","instance":\#(id)}"#).hasPrefix("400"))
            for bad in ["", "{", "[]", "null", #"{"command":1}"#, String(repeating: "[", count: 50_000)] {
                #expect(try await client.command(bad).status == 400)
            }
            #expect(try await client.command(add + "\"" + String(repeating: "x", count: 2 << 20) + "\"}").status == 400)
            #expect(room.state.count == 7)
        }
    }

    @Test func `a thousand connections are bounded, and the blocs go on`() async throws {
        try await withInspector { inspector, client async throws in
            let child = withBlocObserver(inspector.observer) { ChildBloc() }
            var sockets: [Int32] = []
            defer { for socket in sockets { close(socket) } }
            for _ in 0..<1_000 {
                if let socket = try? LoopbackSocket.connected(to: client.port) { sockets.append(socket) }
            }
            child.add(.raised(by: 1))
            #expect(child.state.count == 1)
            for socket in sockets { close(socket) }
            sockets = []
            // The places of those that are gone are free again.
            while (try? await client.send("/app.js").status) != 200 {}
        }
    }

    @Test func `more pages than may be open are told so`() async throws {
        try await withInspector { inspector, client async throws in
            let sockets = try (0..<8).map { _ in
                let socket = try client.following()
                _ = LoopbackSocket.receive(from: socket, limit: 1)
                return socket
            }
            #expect(try await client.send("/events").status == 503)
            for socket in sockets { close(socket) }
        }
    }

    @Test func `a reader that stalls gets a gap, and nobody waits for it`() async throws {
        try await withInspector(values: true) { inspector, client async throws in
            let bloc = withBlocObserver(inspector.observer) { TextBloc() }
            let socket = try client.following()
            defer { close(socket) }
            // More than the 16 MB of records that are kept and what sockets hold, of which the reader takes nothing.
            let text = String(repeating: "x", count: 16_000)
            for number in 1...1_500 {
                bloc.add("\(number) \(text)")
                if number.isMultiple(of: 100) { await inspector.inspecting.flush() }
            }
            #expect(bloc.state.hasPrefix("1500 "))
            // A reader that joins after the last record gets the bloc as it is.
            let last = #""handled":1500,"#
            let other = try await client.send("/events", headers: ["Last-Event-ID": "1000000"]) { $0.contains(last) }
            #expect(other.text.contains(last))
            var received = ""
            while !received.contains(#""kind":"gap""#),
                case let bytes = LoopbackSocket.receive(from: socket, limit: 1 << 20), !bytes.isEmpty
            {
                // A gap may be in two parts.
                received = received.suffix(20) + String(decoding: bytes, as: UTF8.self)
            }
            #expect(received.contains(#""kind":"gap""#))
        }
    }

    @Test func `a port that is taken is refused, and free after the stop`() async throws {
        let first = try await BlocInspector.start(observing: .observer)
        await #expect(throws: (any Error).self) {
            try await BlocInspector.start(port: first.port, observing: .observer)
        }
        await first.stop()
        let second = try await BlocInspector.start(port: first.port, observing: .observer)
        #expect(second.port == first.port)
        #expect(second.url != first.url)
        await second.stop()
    }
}
