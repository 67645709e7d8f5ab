import Testing
import Web

@Suite struct PlainGetTests {
    private static let usual = [
        "GET /tiles/street/v/14/1/2.svg HTTP/1.1", "Host: a.example:8080", "Cookie: x=1; y=2", "Accept-Encoding: br, gzip", "",
    ].joined(separator: "\r\n")

    private func parts(_ text: String) -> [String]? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            PlainGet(bytes, prefix: "/tiles/").map { request in
                [request.target, request.cookie, request.acceptEncoding, request.ifNoneMatch].map {
                    $0.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                }
            }
        }
    }

    @Test func whatBrowsersSendIsRead() {
        let response = parts(PlainGetTests.usual + "Connection: Keep-Alive\r\nIF-NONE-MATCH:  \"a b\" \r\nX_1-a: \r\n\r\n")
        #expect(response == ["/tiles/street/v/14/1/2.svg", "x=1; y=2", "br, gzip", "\"a b\""])
        #expect(parts("GET /tiles/ HTTP/1.1\r\nHost: a\r\n\r\n") == ["/tiles/", "-", "-", "-"])
    }

    /// Each is for the parser: unusual, not whole, more than one, or wrong.
    @Test(arguments: [
        "", "Content-Length: 0\r\n\r\n", "content-length:5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n",
        "Expect: 100-continue\r\n\r\n", "Upgrade: h2c\r\n\r\n", "Connection: close\r\n\r\n", "Connection: upgrade\r\n\r\n",
        "Host: b\r\n\r\n", "Cookie: z=3\r\n\r\n", "Accept-Encoding: gzip\r\n\r\n", " folded\r\n\r\n", "A : b\r\n\r\n", ": b\r\n\r\n",
        "A\r\n\r\n", "A: b\nC: d\r\n\r\n", "A: \r b\r\n\r\n", "A: \0\r\n\r\n", "A: é\r\n\r\n", "A(: b\r\n\r\n",
        "\r\nGET /tiles/ HTTP/1.1\r\nHost: a\r\n\r\n", "A: b\r\n\r",
    ])
    func whatIsUnusualIsForTheParser(_ rest: String) {
        #expect(parts(PlainGetTests.usual + "\r\n") != nil)
        #expect(parts(PlainGetTests.usual + rest) == nil)
    }

    @Test(arguments: [
        "GET  /tiles/ HTTP/1.1", "GET /tiles/  HTTP/1.1", "get /tiles/ HTTP/1.1", "GET /tiles/ HTTP/1.0", "GET /tiles/?a HTTP/1.1",
        "GET /tiles/%2e HTTP/1.1", "GET /tile HTTP/1.1", "POST /tiles/ HTTP/1.1", "HEAD /tiles/ HTTP/1.1", " GET /tiles/ HTTP/1.1",
        "GET http://a/tiles/ HTTP/1.1", "GET /tiles/ HTTP/1.1 ", "GET /tiles/",
    ])
    func otherRequestLinesAreForTheParser(_ line: String) {
        #expect(parts(line + "\r\nHost: a\r\n\r\n") == nil)
    }

    @Test func aHeadWithoutOneGoodHostIsForTheParser() {
        #expect(parts("GET /tiles/ HTTP/1.1\r\nCookie: a=b\r\n\r\n") == nil)
        #expect(parts("GET /tiles/ HTTP/1.1\r\nHost: a/b\r\n\r\n") == nil)
        #expect(parts("GET /tiles/ HTTP/1.1\r\nHost:\r\n\r\n") == nil)
        #expect(parts(PlainGetTests.usual + "A: " + String(repeating: "b", count: 9000) + "\r\n\r\n") == nil)
    }
}
