import Foundation
import TestWatch

extension TemporaryFolder {
    package var database: String { path("contacts.db") }
}

package func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
