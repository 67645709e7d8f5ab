import Pages

/// For whoever builds pages: registered by `serve --development` alone.
struct StyleguideRoutes: Sendable {
    func add(to table: RouteTable) {
        table.get(Path.styleguide, .open) { web in web.html(StyleguidePage(layout: try web.layout("Style guide"))) }
    }
}
