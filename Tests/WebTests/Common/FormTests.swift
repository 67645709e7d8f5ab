import Domain
import Testing
import Web

@Suite struct FormTests {
    private func body(_ heads: [String], _ content: String = "v") -> [UInt8] {
        Array((heads.map { "--x\r\n\($0)\r\n\r\n\(content)\r\n" }.joined() + "--x--\r\n").utf8)
    }

    private func form(_ body: [UInt8], textLimit: Int = Form.textLimit) throws -> Form {
        try Form(body: body, contentType: "multipart/form-data; boundary=x", textLimit: textLimit)
    }

    @Test func namesAreReadAsBrowsersWriteThem() throws {
        let read = try form(
            body([
                "Content-Disposition: form-data; name=\"a\"", "Content-Disposition: form-data;name=\"b\"",
                "Content-Disposition: form-data; name=\"f\"; filename=\"ü.jpg\"\r\nContent-Type: image/jpeg",
                "Content-Disposition: form-data; filename=\"name=\"; name=\"g\"",
            ]))
        #expect(read["a"] == "v" && read["b"] == "v" && read.files.count == 2 && read.fields.map(\.name) == ["a", "b"])
    }

    /// Megabytes of a head kept the whole server waiting: nothing of it is read beyond what a browser writes.
    @Test func aHeadWithoutEndIsNoPart() throws {
        let head = "Content-Disposition: form-data" + String(repeating: "; name=\"a\"", count: 2000)
        #expect(head.utf8.count > Multipart.headLimit)
        #expect(try form(body([head, "Content-Disposition: form-data; name=\"b\""])).fields.map(\.name) == ["b"])
    }

    @Test func textOfAnySizeIsNotReadLetterByLetter() throws {
        let long = body(["Content-Disposition: form-data; name=\"a\""], String(repeating: "e\u{301}", count: 50))
        #expect(try form(long)["a"].count == 50)
        #expect(throws: Refusal.tooLarge("This is more than the form takes.")) { try form(long, textLimit: 100) }
        let file = body(["Content-Disposition: form-data; name=\"a\"; filename=\"a\""], String(repeating: "e", count: 500))
        #expect(try form(file, textLimit: 100).file?.count == 500)
        #expect(throws: Refusal.tooLarge("This is more than the form takes.")) {
            try Form(body: Array("a=\(String(repeating: "b", count: 200))".utf8), contentType: "", textLimit: 100)
        }
    }
}
