import Hummingbird
import Services

/// Every route of the program, in one router.
package struct WebApplication {
    package let router: Router<Context>
    package let routes: [RouteEntry]
    package let fastPaths: FastPaths

    package init(services: AppServices, options: WebOptions) {
        router = Router(context: Context.self, options: [.autoGenerateHeadEndpoints])
        let (pages, metrics, index) = (PageCache(), WebMetrics(), RouteIndex())
        let date = DateField(services.system)
        let responses = FastPathResponses(metrics: metrics, date: date)
        fastPaths = FastPaths(
            visitors: services, tiles: TileFastPath(services: services, metrics: metrics, date: date),
            fixes: FixFastPaths(services: services), messages: MessageFastPath(services: services, responses: responses),
            invitations: InvitationFastPath(services: services, responses: responses), responses: responses)
        router.add(middleware: RequestMiddleware(services: services, options: options, pages: pages, metrics: metrics, index: index))
        let table = RouteTable(router: router, services: services, options: options, pages: pages, index: index)
        OperationsRoutes(metrics: metrics).add(to: table)
        WebApplication.addRoutes(to: table)
        if options.isDevelopment { StyleguideRoutes().add(to: table) }
        routes = table.entries
    }

    private static func addRoutes(to table: RouteTable) {
        addAccountRoutes(to: table)
        addMapRoutes(to: table)
        TripRoutes().add(to: table)
        RosterRoutes().add(to: table)
        BinRoutes().add(to: table)
        RosterViewRoutes().add(to: table)
        ImportRoutes().add(to: table)
        MemberRoutes().add(to: table)
        GroupRoutes().add(to: table)
        LaneRoutes().add(to: table)
        TrackerRoutes().add(to: table)
        EventRoutes().add(to: table)
        CheckInRoutes().add(to: table)
        CalendarRoutes().add(to: table)
        JoinRoutes().add(to: table)
        WelcomeRoutes().add(to: table)
        MyRoutes().add(to: table)
        FriendRoutes().add(to: table)
        ChatRoutes().add(to: table)
        ModerationRoutes().add(to: table)
        PhotoRoutes().add(to: table)
        SafetyRoutes().add(to: table)
        MedicRoutes().add(to: table)
        DutyRoutes().add(to: table)
        NudgeRoutes().add(to: table)
        MyEventRoutes().add(to: table)
        SearchRoutes().add(to: table)
        BikeRoutes().add(to: table)
        BikeFeedRoutes().add(to: table)
        AnnouncementRoutes().add(to: table)
    }

    private static func addAccountRoutes(to table: RouteTable) {
        SignInRoutes().add(to: table)
        SignUpRoutes().add(to: table)
        AccountRoutes().add(to: table)
        StaffRoutes().add(to: table)
        CoHostRoutes().add(to: table)
        LeavingRoutes().add(to: table)
        ErasureRoutes().add(to: table)
        TelegramRoutes().add(to: table)
        PushRoutes().add(to: table)
        MailRoutes().add(to: table)
        TelegramBotRoutes().add(to: table)
        InboxRoutes().add(to: table)
    }

    private static func addMapRoutes(to table: RouteTable) {
        MapRoutes().add(to: table)
        WayRoutes().add(to: table)
        SkiRoutes().add(to: table)
        PlaceRoutes().add(to: table)
        TileRoutes().add(to: table)
        MapDataRoutes().add(to: table)
        FriendMapRoutes().add(to: table)
    }
}
