/// An image, a sound or a key, given by its URI or its data.
public enum VCardMedia: Hashable, Sendable {
    /// The URI.
    case uri(String)
    /// The data in base64, with the media type if it is known.
    case data(mediaType: String?, base64: String)

    /// Parses the media in a line of any version.
    public init(_ line: VCardLine) {
        let value = line.value
        if value.utf8.starts(with: "data:".utf8), let comma = value.utf8.firstIndex(of: 0x2C) {
            let head = value[..<comma].dropFirst(5)
            if head.hasSuffix(";base64") {
                let type = head.dropLast(7)
                self = .data(mediaType: type.isEmpty ? nil : String(type), base64: String(value[comma...].dropFirst()))
                return
            }
        }
        let encoding = line.parameter("ENCODING")?.uppercased()
        if encoding == "B" || encoding == "BASE64" {
            let type = line.types.first { $0 != "pref" }.map { Self.mediaType($0, of: line.name) }
            let base64 = value.utf8.contains(0x20) ? value.filter { $0 != " " } : value
            self = .data(mediaType: type ?? line.parameter("MEDIATYPE"), base64: base64)
        } else {
            self = .uri(value)
        }
    }

    /// Returns the line for the media in the given version.
    public func line(
        _ name: String,
        parameters: [VCardParameter] = [],
        group: String? = nil,
        version: VCardVersion
    ) -> VCardLine {
        var parameters = parameters.filter { !["ENCODING", "VALUE"].contains($0.name) }
        let value: String
        switch self {
        case .uri(let uri):
            if version == .v3 { parameters.append(VCardParameter("VALUE", ["uri"])) }
            value = uri
        case .data(let mediaType, let base64):
            parameters.removeAll { $0.name == "TYPE" || $0.name == "MEDIATYPE" }
            if version == .v3 {
                parameters.append(VCardParameter("ENCODING", ["b"]))
                if let mediaType { parameters.append(VCardParameter("TYPE", [Self.oldType(mediaType)])) }
            }
            value = version == .v3 ? base64 : "data:\(mediaType ?? "");base64,\(base64)"
        }
        return VCardLine(name, parameters: parameters, group: group, value: value)
    }

    private static func mediaType(_ type: String, of name: String) -> String {
        if type.contains("/") { return type }
        return switch name {
        case "SOUND": "audio/\(type)"
        case "KEY": type == "pgp" ? "application/pgp-keys" : "application/\(type)"
        default: "image/\(type == "jpg" ? "jpeg" : type)"
        }
    }

    private static func oldType(_ mediaType: String) -> String {
        if mediaType == "application/pgp-keys" { return "PGP" }
        guard let slash = mediaType.firstIndex(of: "/"), !mediaType.contains("+"), !mediaType.contains(";"),
            !mediaType.contains(".")
        else { return mediaType }
        return mediaType[slash...].dropFirst().uppercased()
    }
}
