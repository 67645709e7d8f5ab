import Domain

/// The demo valley's places with hours, telephone numbers that ring nowhere, and what they serve: of every kind of state that a list can
/// show, hours that cannot be read among them.
enum ValleyPlaces {
    struct Place {
        let point: Valley.Point
        let tags: [(String, String)]
    }

    static let all = eating + shops + help + onTheWay

    private static func place(_ east: Double, _ north: Double, _ name: String, _ tags: [String: String]) -> Place {
        Place(point: Valley.Point(east: east, north: north), tags: [("name", name)] + tags.sorted { $0.key < $1.key })
    }

    private static let eating: [Place] = [
        place(
            84, 128, "Pizzeria Bellavista",
            [
                "amenity": "restaurant", "cuisine": "italian;pizza", "opening_hours": "Tu-Su 11:30-14:00,17:30-22:00; PH off",
                "phone": "+00 000 0201", "diet:vegetarian": "yes", "diet:vegan": "yes", "diet:gluten_free": "no", "wheelchair": "yes",
                "outdoor_seating": "yes", "website": "https://bellavista.example", "addr:street": "Gondelgasse",
                "addr:housenumber": "9", "addr:postcode": "0007", "addr:city": "Valrosa", "capacity": "60", "check_date": "2026-10-04",
            ]),
        place(
            -86, 46, "Ustria Alva",
            [
                "amenity": "restaurant", "cuisine": "regional;cheese", "opening_hours": "We-Mo 11:00-23:00; Tu off",
                "phone": "+00 000 0202", "diet:vegetarian": "yes", "diet:vegan": "no", "wheelchair": "limited", "outdoor_seating": "yes",
                "addr:street": "Lärchenweg", "addr:housenumber": "4", "addr:city": "Valrosa",
            ]),
        place(
            232, 132, "Gasthaus zum Murmeltier",
            [
                "amenity": "restaurant", "cuisine": "regional", "opening_hours": "18:00+", "phone": "+00 000 0203",
                "diet:vegetarian": "yes", "diet:gluten_free": "yes", "addr:street": "Gondelgasse", "addr:housenumber": "12",
            ]),
        place(
            -170, 206, "Curry House Valrosa",
            [
                "amenity": "restaurant", "cuisine": "indian", "opening_hours": "Mo-Sa 17:00-23:00", "phone": "+00 000 0204",
                "diet:vegetarian": "yes", "diet:vegan": "yes", "diet:halal": "yes", "diet:gluten_free": "yes", "wheelchair": "yes",
            ]),
        place(
            310, 214, "Sushi Bar Neve",
            [
                "amenity": "restaurant", "cuisine": "sushi;japanese", "opening_hours": "winter only, ask at the bar",
                "phone": "+00 000 0205", "diet:pescetarian": "yes", "wheelchair": "no",
            ]),
        place(
            20, 212, "Kebab am Kirchplatz",
            [
                "amenity": "fast_food", "cuisine": "kebab", "opening_hours": "11:00-24:00; Fr-Sa 11:00-03:00", "phone": "+00 000 0206",
                "diet:halal": "yes", "diet:vegetarian": "yes",
            ]),
        place(
            146, 54, "Bäckerei-Café Arven",
            [
                "amenity": "cafe", "cuisine": "coffee_shop;cake", "opening_hours": "Mo-Fr 06:30-18:30; Sa-Su 07:00-17:00",
                "phone": "+00 000 0207", "diet:vegan": "yes", "diet:lactose_free": "yes", "wheelchair": "yes", "outdoor_seating": "yes",
            ]),
        place(-30, 288, "Eisdiele Fiocco", ["amenity": "ice_cream", "opening_hours": "Jun-Sep 12:00-20:00", "phone": "+00 000 0208"]),
        place(
            190, 296, "Schirmbar Talstation",
            ["amenity": "biergarten", "opening_hours": "Dec-Apr 11:00-19:00; Nov Fr-Su 12:00-18:00", "outdoor_seating": "yes"]),
        place(
            -250, 214, "The Last Run",
            ["amenity": "pub", "cuisine": "burger", "opening_hours": "16:00-02:00", "phone": "+00 000 0209", "diet:vegetarian": "yes"]),
        place(
            -1480, 500, "Ustria Oberrosa",
            [
                "amenity": "restaurant", "cuisine": "regional", "opening_hours": "Th-Su 10:00-21:00", "phone": "+00 000 0210",
                "diet:vegetarian": "yes",
            ]),
        place(
            560, 2380, "Bergrestaurant Rosa",
            [
                "amenity": "restaurant", "cuisine": "regional;swiss", "opening_hours": "Nov-Apr 08:30-16:30", "phone": "+00 000 0211",
                "diet:vegetarian": "yes", "diet:vegan": "limited", "outdoor_seating": "yes", "capacity": "220",
            ]),
        place(-334, 128, "Teestube Schneehase", ["amenity": "cafe", "cuisine": "tea"]),
    ]

    private static let shops: [Place] = [
        place(
            -40, 124, "Bäckerei Enzian",
            ["shop": "bakery", "opening_hours": "Mo-Sa 06:00-12:30,14:30-18:00; Su 07:00-11:00", "phone": "+00 000 0220"]),
        place(250, 62, "Alpenmarkt", ["shop": "supermarket", "opening_hours": "Mo-Sa 08:00-19:00; PH off", "phone": "+00 000 0221"]),
        place(-130, 50, "Kiosk Post", ["shop": "convenience", "opening_hours": "06:00-22:00"]),
        place(170, 320, "Skiverleih Gondola", ["amenity": "ski_rental", "opening_hours": "08:00-18:00", "phone": "+00 000 0222"]),
        place(330, 300, "Sport Furcletta", ["shop": "sports", "opening_hours": "Mo-Sa 09:00-12:00,13:30-18:30", "phone": "+00 000 0223"]),
    ]

    private static let help: [Place] = [
        place(
            -310, 64, "Spital Talschaft Rosa",
            ["amenity": "hospital", "opening_hours": "24/7", "phone": "+00 000 0230", "wheelchair": "yes"]),
        place(-210, 132, "Zahnarzt am Rosabach", ["amenity": "dentist", "opening_hours": "Mo-Fr 08:00-12:00", "phone": "+00 000 0231"]),
        place(220, 318, "Bergrettung Valrosa", ["emergency": "mountain_rescue", "phone": "+00 000 0232"]),
        place(152, 336, "AED Talstation", ["emergency": "defibrillator", "opening_hours": "24/7"]),
    ]

    private static let onTheWay: [Place] = [
        place(290, 54, "Bancomat Talbank", ["amenity": "atm", "opening_hours": "24/7"]),
        place(46, -8, "Taxi Rosa", ["amenity": "taxi", "phone": "+00 000 0240", "opening_hours": "24/7"]),
        place(
            30, 40, "Gäste-Information Valrosa",
            [
                "tourism": "information", "information": "office", "opening_hours": "Mo-Fr 08:30-18:00; Sa 09:00-17:00",
                "phone": "+00 000 0241", "website": "https://valrosa.example",
            ]),
        place(-12, 90, "Dorfbrunnen", ["amenity": "drinking_water"]),
    ]
}
