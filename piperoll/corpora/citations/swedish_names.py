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
NAMES = {name.lower(): target for name, target in CODES.items()} | {
    "giftermålsbalken": "SFS 1920:405",
    "kupongskattelagen": "SFS 1970:624",
    "arbetsmiljölagen": "SFS 1977:1160",
    "inkomstskattelagen": "SFS 1999:1229",
    "utlänningslagen": "SFS 2005:716",
    "offentlighets- och sekretesslagen": "SFS 2009:400",
    "skollagen": "SFS 2010:800",
    "plan- och bygglagen": "SFS 2010:900",
    "skatteförfarandelagen": "SFS 2011:1244",
    "skadeståndslagen": "SFS 1972:207",
}
"""Acts cited with a § and without a number where the text names no number anywhere; the one now in force."""
SHORT = {
    "RF": "SFS 1974:152",
    "TF": "SFS 1949:105",
    "YGL": "SFS 1991:1469",
    "BrB": "SFS 1962:700",
    "RB": "SFS 1942:740",
    "JB": "SFS 1970:994",
    "FB": "SFS 1949:381",
    "ÄB": "SFS 1958:637",
    "ÄktB": "SFS 1987:230",
    "UB": "SFS 1981:774",
    "SFB": "SFS 2010:110",
    "MB": "SFS 1998:808",
    "PBL": "SFS 2010:900",
    "OSL": "SFS 2009:400",
}
"""Abbreviations that lawyers write after a §."""
ASKED_FOR = (
    {name: target for name, target in NAMES.items() if target.startswith("SFS ")}
    | SHORT
    | {
        "avtalslagen": "SFS 1915:218",
        "anställningsskyddslagen": "SFS 1982:80",
        "dataskyddslagen": "SFS 2018:218",
        "medbestämmandelagen": "SFS 1976:580",
        "upphovsrättslagen": "SFS 1960:729",
        "ABL": "SFS 2005:551",
        "AMF": "SFS 1977:1166",
        "AML": "SFS 1977:1160",
        "AvtL": "SFS 1915:218",
        "BFL": "SFS 1999:1078",
        "FPL": "SFS 1971:291",
        "HSL": "SFS 2017:30",
        "IL": "SFS 1999:1229",
        "KöpL": "SFS 1990:931",
        "LAS": "SFS 1982:80",
        "LOU": "SFS 2016:1145",
        "LSS": "SFS 1993:387",
        "MBL": "SFS 1976:580",
        "PBF": "SFS 2011:338",
        "SkadL": "SFS 1972:207",
        "ÅRL": "SFS 1995:1554",
    }
)
"""Short names by which people ask for acts, and which their titles do not have. Those that statutes do not use
themselves are from the data of swedish-law-mcp (Apache-2.0), its names of files and its field "short_name", but for
those that mean several acts (FL, KL, SkL). What a title does have ("semesterlagen") needs no line here."""
