/// What a rule looks for.
package enum RuleKind: String, Sendable, CaseIterable {
    case safety, words, phone, email, handle, link, payment, shouting, flooding

    package var label: String {
        switch self {
        case .safety: "Safety words"
        case .words: "Words and phrases"
        case .phone: "Phone numbers"
        case .email: "Email addresses"
        case .handle: "Messenger names"
        case .link: "Links"
        case .payment: "Requests for money"
        case .shouting: "Shouting"
        case .flooding: "Flooding"
        }
    }
    /// Those that need no list.
    package static let detectors: [RuleKind] = [.phone, .email, .handle, .link, .payment, .shouting, .flooding]
}

/// Looks for one kind of thing in a text; each in one pass.
package enum Detector {
    /// - Parameter recent: what the same person wrote in the last minute in this conversation.
    package static func finds(_ kind: RuleKind, in text: String, folded: FoldedText, recent: [String]) -> Bool {
        let bytes = Array(text.utf8)
        switch kind {
        case .safety, .words: return false
        case .phone: return hasPhone(bytes)
        case .email: return hasEmail(bytes)
        case .handle: return hasHandle(bytes)
        case .link: return hasLink(bytes)
        case .payment: return asksForMoney(text, folded)
        case .shouting: return isShouting(text)
        case .flooding: return isFlooding(text, recent)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 32) >= 97 && (byte | 32) <= 122 }
    private static func isNameByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte == 95 || byte >= 128 }

    /// Runs of digits with the separators that people write between them: 7 to 15 digits, and neither a date nor a time.
    private static func hasPhone(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            guard isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "+") else {
                index += 1
                continue
            }
            var (end, digits, groups, gap) = (index, 0, [0], 0)
            while end < bytes.count, gap < 3 {
                if isDigit(bytes[end]) {
                    digits += 1
                    if gap > 0 { groups.append(0) }
                    groups[groups.count - 1] += 1
                    gap = 0
                } else if " -./()+".utf8.contains(bytes[end]) {
                    gap += 1
                } else {
                    break
                }
                end += 1
            }
            let isInWord =
                (index > 0 && isNameByte(bytes[index - 1])) || (gap == 0 && end < bytes.count && (isLetter(bytes[end]) || bytes[end] == 58))
            if (7...15).contains(digits), !isInWord, !isDate(groups, hasPlus: bytes[index] == UInt8(ascii: "+")),
                !arePosition(bytes[index..<min(end, bytes.count)])
            {
                return true
            }
            index = end + 1
        }
        return false
    }

    /// "46.12345 9.12345": where somebody is must never be taken for a number to call.
    private static func arePosition(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: " ")).allSatisfy { number in
            let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count == 2 && (1...3).contains(parts[0].count) && parts[0].first != UInt8(ascii: "0") && parts[1].count >= 4
                && parts.allSatisfy { $0.allSatisfy(isDigit) }
        }
    }

    /// 24.12.2026, 2026-12-24, 24.12.2026 – 3.1.2027.
    private static func isDate(_ groups: [Int], hasPlus: Bool) -> Bool {
        guard !hasPlus, groups.count % 3 == 0 else { return false }
        return stride(from: 0, to: groups.count, by: 3).allSatisfy { start in
            let part = Array(groups[start..<start + 3])
            return (part[0] <= 2 && part[1] <= 2 && (part[2] == 4 || part[2] == 2)) || (part[0] == 4 && part[1] <= 2 && part[2] <= 2)
        }
    }

    /// somebody@example.org, and "somebody (at) example.org".
    private static func hasEmail(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).lowercased().replacing("(at)", with: "@").replacing("[at]", with: "@")
            .replacing(" @ ", with: "@").replacing("@ ", with: "@").replacing(" @", with: "@")
        let plain = Array(text.utf8)
        for (index, byte) in plain.enumerated() where byte == UInt8(ascii: "@") && index > 0 && isNameByte(plain[index - 1]) {
            var (end, dot) = (index + 1, -1)
            while end < plain.count, isNameByte(plain[end]) || plain[end] == 46 || plain[end] == 45 {
                if plain[end] == 46, end + 1 < plain.count, isLetter(plain[end + 1]) { dot = end }
                end += 1
            }
            if dot > index + 1, end - dot > 2 { return true }
        }
        return false
    }

    private static let services = [
        "telegram", "insta", "instagram", "snap", "snapchat", "whatsapp", "discord", "tiktok", "signal", "threema", "viber", "wechat", "ig",
        "tg",
    ]

    /// "insta: ada_x", "@ada_x", "t.me/ada". A bare @name of letters is how members are mentioned.
    private static func hasHandle(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if ["t.me/", "wa.me/", "instagram.com/", "snapchat.com/", "discord.gg/", "tiktok.com/@"].contains(where: { text.contains($0) }) {
            return true
        }
        let words = text.split { " \n\t,;!?()\"".contains($0) }
        for (index, word) in words.enumerated() {
            if word.first == "@", word.count >= 4, word.dropFirst().contains(where: { $0.isNumber || $0 == "_" }) { return true }
            let name = word.prefix { $0.isLetter }
            guard services.contains(String(name)) else { continue }
            let rest = word.dropFirst(name.count)
            if let sign = rest.first, ":=@".contains(sign) {
                if rest.dropFirst().drop(while: { ":=@".contains($0) }).count >= 3 { return true }
                if index + 1 < words.count, words[index + 1].drop(while: { $0 == "@" }).count >= 3 { return true }
            } else if rest.isEmpty, index + 1 < words.count {
                let next = words[index + 1]
                if next.first == "@", next.count >= 4 { return true }
                if next.allSatisfy({ ":=@".contains($0) }), index + 2 < words.count, words[index + 2].count >= 3 { return true }
            }
        }
        return false
    }

    private static let endings: Set<String> = [
        "com", "net", "org", "io", "me", "co", "info", "biz", "app", "dev", "link", "xyz", "ru", "de", "ch", "at", "fr", "it", "es", "uk",
        "nl", "pl",
        "li", "gg", "tv", "ly", "eu", "us", "shop", "club", "online", "site", "example",
    ]

    private static func hasLink(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if text.contains("http://") || text.contains("https://") || text.contains("www.") { return true }
        for word in text.split(whereSeparator: { " \n\t,;!?()\"<>".contains($0) }) where word.contains(".") && !word.contains("@") {
            let labels = word.split(separator: "/", maxSplits: 1)[0].split(separator: ".", omittingEmptySubsequences: false)
            guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { continue }
            if endings.contains(String(last.prefix { $0.isLetter })), last.allSatisfy({ $0.isLetter || $0 == ":" || $0.isNumber }),
                labels[labels.count - 2].contains(where: \.isLetter)
            {
                return true
            }
        }
        return false
    }

    private static let moneyWords = PhraseMatcher([
        "paypal", "revolut", "venmo", "twint", "cashapp", "cash app", "western union", "iban", "bitcoin", "btc", "gift card*",
        "wire transfer",
        "bank transfer", "send me money", "send me cash", "lend me money", "transfer me", "pay me", "moneygram", "zelle", "bizum", "usdt",
    ])

    private static func asksForMoney(_ text: String, _ folded: FoldedText) -> Bool {
        if !moneyWords.matches(in: folded).isEmpty { return true }
        // An IBAN: two letters, two digits, then 11 to 30 letters and digits in groups of four.
        let dense = Array(text.utf8.filter { $0 != 32 })
        for index in dense.indices where index + 15 <= dense.count {
            guard (65...90).contains(dense[index]), (65...90).contains(dense[index + 1]), isDigit(dense[index + 2]),
                isDigit(dense[index + 3]),
                index == 0 || !isNameByte(dense[index - 1]),
                dense[(index + 4)..<(index + 15)].allSatisfy({ isDigit($0) || (65...90).contains($0) }),
                dense[(index + 4)..<(index + 15)].count(where: isDigit) >= 6
            else { continue }
            return true
        }
        return false
    }

    private static func isShouting(_ text: String) -> Bool {
        var (upper, letters) = (0, 0)
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            letters += 1
            if scalar.properties.isUppercase { upper += 1 }
        }
        return letters >= 12 && upper * 10 >= letters * 7
    }

    private static func isFlooding(_ text: String, _ recent: [String]) -> Bool {
        if recent.count(where: { $0 == text }) >= 2 { return true }
        var (run, longest, last): (Int, Int, Character?) = (0, 0, nil)
        for character in text {
            run = character == last ? run + 1 : 1
            longest = max(longest, run)
            last = character
        }
        if longest >= 20 { return true }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count >= 10 else { return false }
        var counts: [Substring: Int] = [:]
        for word in words { counts[word, default: 0] += 1 }
        return (counts.values.max() ?? 0) * 2 > words.count && (counts.values.max() ?? 0) >= 10
    }
}
