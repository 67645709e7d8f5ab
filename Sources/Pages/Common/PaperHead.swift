/// The head of a page that is made to be printed: it has no frame.
package struct PaperHead: Sendable {
    let title: String
    var icon: Link { Path.asset("icon.svg") }
    var script: Link { Path.asset("js/alone/print.js") }
}
