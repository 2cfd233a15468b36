extension NationTable {
    static let unitedStates = NationTable(
        "US",
        "United States",
        male: """
            Abel, Alvin, Amos, Arnold, Barry, Bernard, Byron, Calvin, Cecil, Clark, Clifford, Curtis, Darnell, Dexter, Duane,
            Earl, Edgar, Elmer, Ernest, Felix, Floyd, Franklin, Glenn, Gus, Harold, Herman, Isaac, Jerome, Joel, Kirk, Lester,
            Luther, Marvin, Melvin, Morris, Otis, Perry, Ramon, Rufus, Sheldon, Vernon, Willard
            """,
        female: """
            Abigail, Adele, Alma, Amber, April, Beulah, Bonnie, Carmen, Celeste, Charlene, Claudia, Constance, Crystal, Della,
            Dixie, Dolores, Eleanor, Esther, Eunice, Faye, Gail, Geraldine, Hattie, Ida, Irene, Jewel, Juanita, Lena, Loretta,
            Lucille, Mable, Marcia, Naomi, Nora, Opal, Phyllis, Regina, Roberta, Sadie, Thelma, Velma, Wanda
            """,
        last: """
            Abbott, Alderman, Applewhite, Armistead, Baldwin, Ballard, Beasley, Blankenship, Bledsoe, Boone, Bridges, Buckley,
            Calhoun, Castellano, Chandler, Clemons, Crenshaw, Dalton, Delgado, Dickinson, Doolittle, Ellsworth, Farnsworth,
            Fitzgerald, Fontaine, Gentry, Goodwin, Guerrero, Hathaway, Hendricks, Hightower, Holloway, Huckaby, Ingersoll,
            Jefferies, Kilgore, Kowalski, Langston, Larkin, Lockwood, Mansfield, Mayfield, McAllister, Middlebrook, Montague,
            Newcomb, Nuñez, O'Donnell, Oglesby, Pemberton, Pritchett, Quarles, Ramsey, Ridley, Sheffield, Stallworth , Talbot,
            Thornhill, Vanderpool, Westbrook, Youngblood
            """,
        streetForms: "* St, * Ave, * Rd, * Dr, * Ln",
        streetNames: """
            Bayou, Buffalo, Cactus, Canyon, Chestnut, Cottonwood, Cypress, Depot, Dogwood, Hickory, Lakeview, Magnolia, Mesa,
            Mockingbird, Pecan, Prairie, Redbud, Sagebrush, Sycamore, Tumbleweed
            """,
        cities: """
            Abilene, Amarillo, Bangor, Bend, Billings, Bismarck, Boise, Carson City, Charlottesville, Cheyenne, Duluth,
            Fargo, Flagstaff, Galveston, Helena, Ithaca, Juneau, Macon, Missoula, Pocatello, Rapid City, Roanoke, Santa Fe,
            Tuscaloosa, Winston–Salem
            """,
        states: """
            Alabama, Alaska, Arizona, Colorado, Delaware, Georgia, Idaho, Iowa, Kansas, Louisiana, Maine, Minnesota, Montana,
            Nebraska, Nevada, New Mexico, North Dakota, Oregon, Rhode Island, Tennessee, Utah, Vermont, Wyoming
            """
    )
}
