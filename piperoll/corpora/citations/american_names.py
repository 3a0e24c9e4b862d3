"""List acts and codes by the names that contracts and terms give them."""

import re

from piperoll.corpora.citations import european
from piperoll.corpora.citations.european import SPACE as W

YEAR = re.compile(rf"(?:{W}of)?{W}(?:1[89]|20)\d\d(?!\d)")
INTERNAL_REVENUE, BANKRUPTCY, DELAWARE = "26 U.S.C.", "11 U.S.C.", "8 Del. C."
PORTABILITY = "Health Insurance Portability and Accountability Act of 1996"
EXCHANGE, SECURITIES = "Securities Exchange Act of 1934", "Securities Act of 1933"
KNOWN = european.KNOWN | {
    "Exchange Act": EXCHANGE,
    "Securities Exchange Act": EXCHANGE,
    "1934 Act": EXCHANGE,
    "Securities Act": SECURITIES,
    "1933 Act": SECURITIES,
    "Investment Company Act": "Investment Company Act of 1940",
    "1940 Act": "Investment Company Act of 1940",
    "Advisers Act": "Investment Advisers Act of 1940",
    "Investment Advisers Act": "Investment Advisers Act of 1940",
    "HSR Act": "Hart-Scott-Rodino Antitrust Improvements Act of 1976",
    "Sarbanes-Oxley Act": "Sarbanes-Oxley Act of 2002",
    "ERISA": "Employee Retirement Income Security Act of 1974",
    "Employee Retirement Income Security Act": "Employee Retirement Income Security Act of 1974",
    "FCPA": "Foreign Corrupt Practices Act",
    "Foreign Corrupt Practices Act of 1977": "Foreign Corrupt Practices Act",
    "DMCA": "Digital Millennium Copyright Act",
    "Digital Millennium Copyright Act of 1998": "Digital Millennium Copyright Act",
    "CCPA": "California Consumer Privacy Act",
    "California Consumer Privacy Act of 2018": "California Consumer Privacy Act",
    "COPPA": "Children's Online Privacy Protection Act",
    "HIPAA": PORTABILITY,
    "Health Insurance Portability and Accountability Act": PORTABILITY,
    "WARN Act": "Worker Adjustment and Retraining Notification Act",
    "Internal Revenue Code": INTERNAL_REVENUE,
    "Internal Revenue Code of 1986": INTERNAL_REVENUE,
    "Treasury Regulations": "26 C.F.R.",
    "Treasury Regulation": "26 C.F.R.",
    "Treas. Reg.": "26 C.F.R.",
    "Bankruptcy Code": BANKRUPTCY,
    "United States Bankruptcy Code": BANKRUPTCY,
    "Delaware General Corporation Law": DELAWARE,
    "General Corporation Law of the State of Delaware": DELAWARE,
    "DGCL": DELAWARE,
    "MGCL": "Maryland General Corporation Law",
    "Maryland General Corporation Law": "Maryland General Corporation Law",
    "Uniform Commercial Code": "Uniform Commercial Code",
    "UCC": "Uniform Commercial Code",
}
"""Name → key. A code that is a title of the United States Code, or of Delaware's, has the same section numbers."""
KNOWN |= {name: name for name in KNOWN.values() if name.endswith("Act") or YEAR.search(name)}
