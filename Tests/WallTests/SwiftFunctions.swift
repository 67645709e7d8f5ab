/// A function, an initialiser, a subscript or a property that is computed.
struct SwiftFunction: Equatable {
    let name: String
    let line: Int
    /// From the declaration to the bracket that closes the body; 1 without one.
    var lines = 1
    var parameters = 0
    /// It does nothing but put each parameter into the property of the same name.
    var isMemberwise = false
}

extension SwiftCode {
    /// What begins the next declaration: a requirement of a protocol has no body before it.
    private static let declarations: Set<String> = [
        "func", "init", "var", "let", "subscript", "case", "static", "struct", "class", "enum", "extension", "package", "private",
        "mutating", "typealias", "protocol", "nonisolated", "}", "@",
    ]

    func functions() -> [SwiftFunction] {
        tokens.indices.compactMap { index in
            switch tokens[index].text {
            case "func", "subscript": function(at: index, name: index + 1)
            // Elsewhere it is called: `.init(…)`, `Type.init`.
            case "init" where index == 0 || tokens[index - 1].text != ".": function(at: index, name: index)
            case "var": property(at: index)
            default: nil
            }
        }
    }

    private func function(at start: Int, name: Int) -> SwiftFunction? {
        guard name < tokens.count, let open = tokens[name...].firstIndex(where: { $0.text == "(" }) else { return nil }
        let end = close(of: open)
        var found = SwiftFunction(name: tokens[name].text, line: tokens[start].line)
        found.parameters = parameters(open + 1..<end)
        guard let body = body(after: end) else { return found }
        found.lines = tokens[body.upperBound].line - tokens[start].line + 1
        found.isMemberwise = found.name == "init" && assignsOnly(body.lowerBound + 1..<body.upperBound)
        return found
    }

    private func property(at start: Int) -> SwiftFunction? {
        let head = tokens[start...].dropFirst().prefix { $0.line == tokens[start].line && $0.text != "=" && $0.text != "{" }
        guard head.endIndex < tokens.count, tokens[head.endIndex].text == "{", head.contains(where: { $0.text == ":" }) else { return nil }
        let lines = tokens[close(of: head.endIndex)].line - tokens[start].line + 1
        return SwiftFunction(name: tokens[start + 1].text, line: tokens[start].line, lines: lines)
    }

    private func body(after end: Int) -> ClosedRange<Int>? {
        let rest = tokens[(end + 1)...]
        guard let next = rest.firstIndex(where: { $0.text == "{" || SwiftCode.declarations.contains($0.text) }), tokens[next].text == "{"
        else { return nil }
        return next...close(of: next)
    }

    private func parameters(_ list: Range<Int>) -> Int {
        guard !list.isEmpty else { return 0 }
        var (depth, commas) = (0, 0)
        for token in tokens[list] {
            switch token.text {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}", ">": depth -= 1
            case "," where depth == 0: commas += 1
            default: break
            }
        }
        return commas + 1
    }

    /// `self.a = a`, or several at once: `(self.a, self.b) = (a, b)`.
    private func assignsOnly(_ body: Range<Int>) -> Bool {
        var (to, from): ([String], [String]) = ([], [])
        var index = body.lowerBound
        while index < body.upperBound {
            let token = tokens[index]
            if token.text == "self", index + 2 < body.upperBound, tokens[index + 1].text == "." {
                to.append(tokens[index + 2].text)
                index += 3
                continue
            }
            guard token.isName || ["(", ")", ",", "="].contains(token.text) else { return false }
            if token.isName { from.append(token.text) }
            index += 1
        }
        return to == from
    }
}
