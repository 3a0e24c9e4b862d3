"""Names of acts that Swedish statutes use without a number.

Numbers are those of the register of the official legal database (the field "beteckning" beside the title).
"""

CODES = {
    "miljöbalken": "SFS 1998:808",
    "brottsbalken": "SFS 1962:700",
    "jordabalken": "SFS 1970:994",
    "rättegångsbalken": "SFS 1942:740",
    "föräldrabalken": "SFS 1949:381",
    "ärvdabalken": "SFS 1958:637",
    "äktenskapsbalken": "SFS 1987:230",
    "utsökningsbalken": "SFS 1981:774",
    "socialförsäkringsbalken": "SFS 2010:110",
    "regeringsformen": "SFS 1974:152",
    "tryckfrihetsförordningen": "SFS 1949:105",
    "yttrandefrihetsgrundlagen": "SFS 1991:1469",
    "successionsordningen": "SFS 1810:0926",
    "riksdagsordningen": "SFS 2014:801",
    "EU:s dataskyddsförordning": "EU 2016/679",
    "EUF-fördraget": "FEUF",
    "EU-fördraget": "FEU",
}
"""Codes, fundamental laws and treaties: cited wherever their name stands."""
NAMES = {name.lower(): target for name, target in CODES.items()}
SHORT = {"RF": "SFS 1974:152"}
