extension NationTable {
    static let ireland = NationTable(
        "IE",
        "Ireland",
        male: """
            Aidan, Aodhán, Barra, Brendan, Brian, Cathal, Cian, Ciarán, Cillian, Colm, Conall, Cormac, Dáithí, Dara,
            Dermot, Donal, Eamonn, Enda, Eoghan, Eoin, Fergal, Fiachra, Fintan, Gearóid, Kevin, Killian, Lorcan, Malachy,
            Micheál, Niall, Odhrán, Oisín, Pádraig, Phelim, Ronan, Rory, Ruairí, Séamus, Seán, Tadhg, Tiernan, Turlough
            """,
        female: """
            Áine, Aisling, Aoibhinn, Aoife, Bláthnaid, Bríd, Caoimhe, Clíona, Clodagh, Dearbhla, Deirdre, Éabha, Éadaoin,
            Eimear, Eithne, Fiadh, Fionnuala, Gobnait, Gráinne, Íde, Iseult, Laoise, Líle, Maeve, Máire, Máiréad, Maura,
            Muireann, Niamh, Nóirín, Nuala, Órla, Peig, Ríona, Róisín, Sadhbh, Saoirse, Sinéad, Síle, Sorcha, Treasa, Una
            """,
        last: """
            Ahearne, Breathnach, Brosnan, Cafferkey, Clancy, Coffey, Coughlan, Crowley, Culhane, Daly, Devaney, Dooley,
            Durcan, Early, Fahy, Feeney, Finnegan, Flaherty, Gaffney, Gilhooly, Hanrahan, Heaney, Hegarty, Kavanagh,
            Keaveney, Kinsella, Lally, Loftus, Looney, Mac Giolla, Mac Suibhne, Mannion, McGarrigle, McGrath, McNamee,
            Moriarty, Mulcahy, Mulligan, Nestor, Ní Dhuibhne, O'Boyle, O'Connell, O'Dowd, O'Farrell, O'Gara, O'Hanlon,
            O'Keeffe, O'Leary, O'Malley, O'Riordan, O'Shea, O'Toole, Ó Briain, Prendergast, Quilligan, Rafferty, Scanlon,
            Tierney, Toomey, Treacy, Twomey
            """,
        streetForms: "* Road, * Street, * Lane, * Terrace",
        streetNames: """
            Abbey, Blackthorn, Bog Cotton, Castle, Chapel, Curlew, Ferry, Fuchsia, Harbour, Hazelwood, Mill, Monastery,
            Rathbeg, Rowan, Shannon, Station, Strand, Thomond
            """,
        cities: """
            Athlone, Ballina, Bantry, Birr, Carrick-on-Shannon, Cashel, Clifden, Cobh, Dingle, Dungarvan, Ennis, Fermoy,
            Kells, Kenmare, Kinsale, Listowel, Loughrea, Mallow, Nenagh, Roscrea, Skibbereen, Sligo, Tralee, Westport, Youghal
            """,
        states: """
            Carlow, Cavan, Clare, Donegal, Dún Laoghaire–Rathdown, Fingal, Galway City, Kerry, Kildare, Laois, Leitrim,
            Louth, Mayo, Offaly, Roscommon, Tipperary, Westmeath, Wicklow
            """
    )
}
