"""List the names of acts that Swedish statutes use without a number.

The numbers come from the register of the official legal database (the field "beteckning" next to the title).
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
"""Codes, fundamental laws and treaties; each occurrence of the name is a citation."""
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
"""Acts that texts cite with a § but without any number; the number is that of the act now in force."""
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
QUERY_NAMES = (
    {name: target for name, target in NAMES.items() if target.startswith("SFS ")}
    | SHORT
    | {
        "avtalslagen": "SFS 1915:218",
        "anställningsskyddslagen": "SFS 1982:80",
        "dataskyddslagen": "SFS 2018:218",
        "europakonventionen": "SFS 1994:1219",
        "medbestämmandelagen": "SFS 1976:580",
        "upphovsrättslagen": "SFS 1960:729",
        "ABL": "SFS 2005:551",
        "AMF": "SFS 1977:1166",
        "AML": "SFS 1977:1160",
        "AvtL": "SFS 1915:218",
        "BFL": "SFS 1999:1078",
        "FAL": "SFS 2005:104",
        "FPL": "SFS 1971:291",
        "HSL": "SFS 2017:30",
        "IL": "SFS 1999:1229",
        "KöpL": "SFS 1990:931",
        "LAS": "SFS 1982:80",
        "LOU": "SFS 2016:1145",
        "LPT": "SFS 1991:1128",
        "LRV": "SFS 1991:1129",
        "LSS": "SFS 1993:387",
        "LVM": "SFS 1988:870",
        "LVU": "SFS 1990:52",
        "MBL": "SFS 1976:580",
        "PBF": "SFS 2011:338",
        "PDL": "SFS 2008:355",
        "PSL": "SFS 2010:659",
        "SFL": "SFS 2011:1244",
        "SkadL": "SFS 1972:207",
        "SoL": "SFS 2025:400",
        "UtlL": "SFS 2005:716",
        "ÅRL": "SFS 1995:1554",
    }
)
"""Short names of acts in queries that are not part of the title. The names that statutes do not use themselves come
from the data of swedish-law-mcp (Apache-2.0), from its file names and its field "short_name", without the names that
mean several acts (FL, KL, SkL). A name that is part of the title ("semesterlagen") needs no line here."""
