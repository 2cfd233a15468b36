import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element of an XML document, read by the system's own parser.
final class XMLElement {
    private final class Builder: NSObject, XMLParserDelegate {
        var open: [XMLElement] = []
        var root: XMLElement?

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let element = XMLElement(name)
            open.last?.children.append(element)
            if open.isEmpty { root = element }
            open.append(element)
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            open.last?.text += text
        }
    }

    let name: String
    private(set) var children: [XMLElement] = []
    private(set) var text = ""

    private init(_ name: String) {
        self.name = name
    }

    /// The root of a document.
    static func parsed(_ bytes: [UInt8]) throws -> XMLElement {
        let parser = XMLParser(data: Data(bytes))
        let builder = Builder()
        parser.delegate = builder
        guard parser.parse(), let root = builder.root else {
            throw WireError("it is no XML, in line \(parser.lineNumber): \(String(describing: parser.parserError))")
        }
        return root
    }

    /// The texts of the elements without children, by their path below this one.
    var leaves: [String: String] {
        var leaves: [String: String] = [:]
        for child in children {
            if child.children.isEmpty {
                leaves[child.name] = child.text
            } else {
                for (path, text) in child.leaves { leaves["\(child.name).\(path)"] = text }
            }
        }
        return leaves
    }
}
