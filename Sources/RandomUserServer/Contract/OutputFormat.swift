/// The formats of an answer.
enum OutputFormat: String, Sendable {
    case json
    case pretty
    case csv
    case yaml
    case xml

    /// Reads the parameter; what it does not know is JSON.
    init(parameter: String) {
        let name = parameter.lowercased()
        self = name == "prettyjson" ? .pretty : OutputFormat(rawValue: name) ?? .json
    }

    var fileExtension: String {
        self == .pretty ? "json" : rawValue
    }

    var contentType: String {
        switch self {
        case .json, .pretty: "application/json; charset=utf-8"
        case .csv: "text/csv; charset=utf-8"
        case .yaml: "text/x-yaml; charset=utf-8"
        case .xml: "text/xml; charset=utf-8"
        }
    }
}
