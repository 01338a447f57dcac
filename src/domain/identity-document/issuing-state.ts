/**
 * The codes of ICAO 9303-3, section 5, for who issues a document: those of ISO 3166-1, Germany's single letter, and those of organisations and
 * of the kinds of British nationality. `UTO`, the Utopia of specimens, is none.
 */
const issuers = new Set(
  (
    'AFG ALB DZA ASM AND AGO AIA ATA ATG ARG ARM ABW AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BMU BTN BOL BES BIH BWA BVT BRA IOT BRN BGR ' +
    'BFA BDI CPV KHM CMR CAN CYM CAF TCD CHL CHN CXR CCK COL COM COD COG COK CRI HRV CUB CUW CYP CZE CIV DNK DJI DMA DOM ECU EGY SLV GNQ ERI ' +
    'EST SWZ ETH FLK FRO FJI FIN FRA GUF PYF ATF GAB GMB GEO D GHA GIB GRC GRL GRD GLP GUM GTM GGY GIN GNB GUY HTI HMD VAT HND HKG HUN ISL ' +
    'IND IDN IRN IRQ IRL IMN ISR ITA JAM JPN JEY JOR KAZ KEN KIR PRK KOR KWT KGZ LAO LVA LBN LSO LBR LBY LIE LTU LUX MAC MDG MWI MYS MDV MLI ' +
    'MLT MHL MTQ MRT MUS MYT MEX FSM MDA MCO MNG MNE MSR MAR MOZ MMR NAM NRU NPL NLD NCL NZL NIC NER NGA NIU NFK MKD MNP NOR OMN PAK PLW PSE ' +
    'PAN PNG PRY PER PHL PCN POL PRT PRI QAT ROU RUS RWA REU BLM SHN KNA LCA MAF SPM VCT WSM SMR STP SAU SEN SRB SYC SLE SGP SXM SVK SVN SLB ' +
    'SOM ZAF SGS SSD ESP LKA SDN SUR SJM SWE CHE SYR TWN TJK TZA THA TLS TGO TKL TON TTO TUN TUR TKM TCA TUV UGA UKR ARE GBR UMI USA URY UZB ' +
    'VUT VEN VNM VGB VIR WLF ESH YEM ZMB ZWE ALA GBD GBN GBO GBP GBS RKS XXK EUE UNO UNA UNK XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC'
  ).split(' '),
)

/** Codes that only a nationality has: stateless persons, refugees, and unspecified. */
const withoutState = new Set(['XXA', 'XXB', 'XXC', 'XXX'])

/** Whether a state or organisation of this code, without fillers, issues documents. */
export function isIssuer(code: string): boolean {
  return issuers.has(code)
}

export function isNationality(code: string): boolean {
  return issuers.has(code) || withoutState.has(code)
}
