/// "Firefox on Linux", as far as the browser says.
package func deviceName(_ userAgent: String) -> String {
    func first(_ names: [(String, String)]) -> String? { names.first { userAgent.contains($0.0) }?.1 }
    let browser = first([("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")])
    let system = first([
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ])
    let name = browser ?? Texts.said("Unknown browser")
    return system.map { Texts.said("\(name) on \($0)") } ?? name
}
