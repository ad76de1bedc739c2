/// One file of the dashboard, as it lies in the binary.
struct DashboardFile: Sendable {
    let type: String
    let bytes: [UInt8]
    /// Changes with the content.
    let tag: String

    private init(_ type: String, _ bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
        self.tag = "\"" + CachedAnswer.hash(bytes) + "\""
    }

    /// All files by name.
    static let all: [String: DashboardFile] = [
        "index.html": .init("text/html; charset=utf-8", PackageResources.index_html),
        "style.css": .init("text/css; charset=utf-8", PackageResources.style_css),
        "parts.css": .init("text/css; charset=utf-8", PackageResources.parts_css),
        "config.css": .init("text/css; charset=utf-8", PackageResources.config_css),
        "icon.svg": .init("image/svg+xml", PackageResources.icon_svg),
        "api.js": .script(PackageResources.api_js),
        "app.js": .script(PackageResources.app_js),
        "charts.js": .script(PackageResources.charts_js),
        "config-fields.js": .script(PackageResources.config_fields_js),
        "config-history.js": .script(PackageResources.config_history_js),
        "config-rules.js": .script(PackageResources.config_rules_js),
        "controls.js": .script(PackageResources.controls_js),
        "dom.js": .script(PackageResources.dom_js),
        "events.js": .script(PackageResources.events_js),
        "format.js": .script(PackageResources.format_js),
        "page-config.js": .script(PackageResources.page_config_js),
        "page-funnel.js": .script(PackageResources.page_funnel_js),
        "page-live.js": .script(PackageResources.page_live_js),
        "page-overview.js": .script(PackageResources.page_overview_js),
        "page-rejects.js": .script(PackageResources.page_rejects_js),
        "page-retention.js": .script(PackageResources.page_retention_js),
        "page-trend.js": .script(PackageResources.page_trend_js),
        "page-users.js": .script(PackageResources.page_users_js),
    ]

    private static func script(_ bytes: [UInt8]) -> DashboardFile { .init("text/javascript; charset=utf-8", bytes) }
}
