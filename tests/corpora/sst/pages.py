"""Whole pages of our own, in the forms of the tribunal's web site from 2016 to 2041."""

SITE = "Employment Insurance (EI)\n\nDecision Information\n\nDecision Content\n\n"
SITE_FR = "Assurance-emploi (AE)\n\nInformations sur la décision\n\nContenu de la décision\n\n"

ATTENDANCE = f"""{SITE}

Reasons and decision

Persons in attendance

Appellant’s representative: Ada Fernwright

Respondent: K. L.

Introduction

[1] On May 8, 2036, the General Division allowed the appeal where the Canada Employment Insurance Commission (Appellant)
had found that the kiln stood idle.

[2] This appeal proceeded by teleconference for the following reasons:

  1. The complexity of the issues under appeal;
  2. The requirement to proceed as informally as circumstances permit.

Analysis

Standard of review

[3] The kiln was not looked at.

Conclusion

[4] The appeal is dismissed.
"""
"""2016: no title page; the parties are among those who were there."""

CAPTION = f"""{SITE}Citation: KL v Minister of Employment and Social Development, 2041 SST 8

Tribunal File Number: AD-41-8

BETWEEN:

K. L.

Appellant (Claimant)

and

Minister of Employment and Social Development

Respondent

and

O. P.

Added Party


SOCIAL SECURITY TRIBUNAL DECISION
Appeal Division


DECISION BY: Ada Fernwright
DATE OF DECISION: May 20, 2041

On this page

Decision and reasons

Decision

[1] I am allowing the appeal. The General Division made an error of fact.

Overview

[2] K. L. fired pots.

What grounds can i consider for the appeal?

[3] “Grounds of appeal” are the reasons for the appeal.Footnote 1

Issue(s)

[4] The issues are as follows:

  1. a) Did the General Division overlook the kiln?
  2. b) Did the General Division overlook the pots?

[5] They overlap.

Analysis

The General Division overlooked the kiln

[6] It did.

– The pots

[7] They stood in the kiln.

Conclusion

[8] The appeal is allowed.

Footnote 1

Section 58 of the Act.
"""
"""2021: the caption of a court."""

TABLE = """Citation: KL v Canada Employment Insurance Commission, 2041 SST 9
Social Security Tribunal of Canada
Appeal Division
Leave to Appeal Decision
Applicant: | K. L. |
Respondent: | Canada Employment Insurance Commission |
Representative: | Ada Fernwright |
Decision under appeal: | General Division decision dated November 18, 2040 (GE-40-9) |
Tribunal member: | Bram Oakes |
Type of hearing: | Teleconference |
Hearing date: | March 13, 2041 |
Hearing participants: | Applicant Respondent’s representative |
Decision date: | March 25, 2041 |
File number: | AD-41-9 |
On this page
Decision
[1] I am refusing leave to appeal.
Preliminary matters
New evidence
[2] K. L. filed a photograph.
"""
"""2025: a table, and no blank lines."""

STANDARD = f"""{SITE}[TRANSLATION]

Citation: KL v Canada Employment Insurance Commission, 2041 SST 10

Social Security Tribunal of Canada
General Division – Employment Insurance Section

Decision

Appellant: K. L.
Respondent: Canada Employment Insurance Commission

Decision under appeal: General Division decision dated
April 5, 2040 (GE-40-10)

Tribunal member: Bram Oakes
Type of hearing: Videoconference
Hearing date: July 19, 2041
Hearing participants:

Appellant
Appellant’s representative

Decision date: August 5, 2041
File number: GE-41-10

Decision

[1] The appeal is allowed.

Overview

[2] The kiln was cold.
"""
"""2022, translated, without a line "On this page"."""

SUMMARY = """Old Age Security (OAS)

Decision Information

Summary:

OAS – Following a first application, the Claimant was denied the supplement.

The GD considered Marsh v. Canada (A.G.), 2031 FC 5.

Decision Content



Reasons and decision

Decision

Leave to appeal is refused.

Introduction

[1] The Claimant, K. L., asks for leave.
"""
"""2017 and 2020: a summary, and what is decided stands before the first number."""

FRENCH = f"""{SITE_FR}[TRADUCTION]

Citation : KL c Commission de l’assurance-emploi du Canada, 2041 TSS 11

Tribunal de la sécurité sociale du Canada
Division d’appel

Décision relative à une demande de
permission de faire appel

Partie demanderesse : K. L.
Partie défenderesse : Commission de l’assurance-emploi du Canada
Représentante ou représentant : Ada Fernwright

Décision portée en appel : Décision de la division générale datée du 20 mai 2040
(GE-40-11)

Membre du Tribunal : Bram Oakes
Mode d’audience : En personne
Date de l’audience : Le 4 mai 2041
Personnes présentes à l’audience : Partie demanderesse
Date de la décision : Le 1er juin 2041
Numéro de dossier : AD-41-11

Sur cette page

- Décision
- Aperçu
- Questions en litige
- Le four était froid
- Conclusion

Décision

[1] Je refuse la permission de faire appel.

Aperçu

[2] Le prestataire cuisait des pots.Note de bas de page 1

Questions en litige

[3] Le four était-il froid?

Le four était froid

[4] Il l’était.

Conclusion

[5] La permission est refusée.

Note de bas de page 1

Article 58 de la Loi.
"""
"""2025, French, with contents."""

OLDER = """K. L. c. Commission de l’assurance-emploi du Canada

Version imprimée de la source officielle : K. L. c. Commission (PDF, 206 Ko)

Institution :
Décision du Tribunal de la sécurité sociale - Division d’appel
Membre :
Bram Oakes
Date de l'audience :
N/D
Mode d'audience :
N/D
Entre :
K. L. et Commission de l’assurance-emploi du Canada
Décision :
La demande de permission d'en appeler est accordée
Date de la décision :
Le 26 avril 2037
Numéro de référence :
AD-37-12
Citation :
K. L. c. Commission de l’assurance-emploi du Canada, 2037 TSSDAAE 12

Motifs et décision

[1] Un membre avait rejeté l’appel.

[2] L’appel est accueilli.
"""
"""2017: the older site, a label a line, and its value on the next."""
