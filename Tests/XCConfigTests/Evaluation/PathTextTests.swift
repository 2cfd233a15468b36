import Testing

@testable import XCConfig

@Suite struct PathTextTests {
    @Test(arguments: [
        ("//a///b/", "/a/b", "/a", "b"), ("a", "a", "", "a"), ("/a", "/a", "/", "a"), ("/", "/", "/", "/"),
        ("a/b/", "a/b", "a", "b"), ("", "", "", ""),
    ])
    func `a path has a folder and a last component`(path: String, normal: String, folder: String, last: String) {
        #expect(PathText.normalizingSlashes(path) == normal)
        #expect(PathText.folder(of: path) == folder)
        #expect(PathText.lastComponent(of: path) == last)
    }

    @Test(arguments: [("a/b.c", "a/"), ("b", "./"), ("/b", "/"), ("/a/b", "/a/")])
    func `the folder with a slash is never empty`(path: String, folder: String) {
        #expect(PathText.folderWithSlash(of: path) == folder)
    }

    @Test(arguments: [
        ("a/b.c", "c", "b", "a/b"), ("b.tar.gz", "gz", "b.tar", "b.tar"), (".name", nil, ".name", ".name"),
        ("..", nil, "..", ".."), ("a.b/c", nil, "c", "a.b/c"), ("a.", "", "a", "a"),
    ])
    func `the extension is after the last dot of the name`(path: String, suffix: String?, stem: String, rest: String) {
        #expect(PathText.fileExtension(of: path) == suffix)
        #expect(PathText.stem(of: path) == stem)
        #expect(PathText.withoutExtension(path) == rest)
    }

    @Test(arguments: [("/a", "b", "/a/b"), ("/a", "/b", "/b"), ("", "b/", "b"), ("a/", "./b", "a/./b")])
    func `a relative path is joined to the first`(first: String, second: String, joined: String) {
        #expect(PathText.joining(first, second) == joined)
    }

    @Test(arguments: [("/a/../b/./c", "/b/c"), ("/../a", "/a"), ("a/../b/.", "a/../b"), ("/", "/")])
    func `only an absolute path loses its double dots`(path: String, standardized: String) {
        #expect(PathText.standardized(path) == standardized)
    }

    @Test(arguments: [("/a/b", "/a", "b"), ("/a", "/a/b/c", "../.."), ("/a", "/a", "."), ("/x/y", "/a/b", "../../x/y")])
    func `a path is expressed relative to a folder`(path: String, folder: String, relative: String) {
        #expect(PathText.relative(path, to: folder) == relative)
    }

    @Test func `a folder is the ancestor of paths inside it, not of itself or its siblings`() {
        #expect(PathText.isAncestor("/a", of: "/a/b/c"))
        #expect(!PathText.isAncestor("/a", of: "/a"))
        #expect(!PathText.isAncestor("/a", of: "/ab"))
        #expect(!PathText.isAncestor("a", of: "a/b"))
    }
}
