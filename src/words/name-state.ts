import { readLanguage } from './language.ts'

/** The codes of passports (ICAO 9303-3) whose first two letters aren't the region's own code of ISO 3166-1. */
const exceptions =
  'ABW=AW AGO=AO AIA=AI ALA=AX AND=AD ARE=AE ARM=AM ATA=AQ ATF=TF ATG=AG AUT=AT BDI=BI BEN=BJ BES=BQ BGD=BD BHS=BS BIH=BA ' +
  'BLM=BL BLR=BY BLZ=BZ BRB=BB BRN=BN CAF=CF CHL=CL CHN=CN COD=CD COG=CG COK=CK COM=KM CPV=CV CUW=CW CYM=KY D=DE ' +
  'DNK=DK ESH=EH EST=EE EUE=EU FLK=FK FRO=FO FSM=FM GBD=GB GBN=GB GBO=GB GBP=GB GBS=GB GIN=GN GLP=GP GNB=GW GNQ=GQ ' +
  'GRD=GD GRL=GL GTM=GT GUF=GF GUY=GY IRL=IE IRQ=IQ ISR=IL JAM=JM KAZ=KZ KNA=KN KOR=KR LBN=LB LBR=LR LBY=LY LCA=LC ' +
  'LIE=LI LKA=LK MAC=MO MAF=MF MAR=MA MCO=MC MDG=MG MDV=MV MEX=MX MKD=MK MLT=MT MNE=ME MNP=MP MOZ=MZ MRT=MR MSR=MS ' +
  'MTQ=MQ MUS=MU MYT=YT NFK=NF NIU=NU PAK=PK PCN=PN PLW=PW PNG=PG POL=PL PRK=KP PRT=PT PRY=PY PSE=PS PYF=PF REU=RE ' +
  'RKS=XK SEN=SN SGS=GS SJM=SJ SLB=SB SLV=SV SPM=PM SRB=RS STP=ST SUR=SR SVK=SK SVN=SI SWE=SE SWZ=SZ SXM=SX SYC=SC ' +
  'TCA=TC TCD=TD TKM=TM TLS=TL TUN=TN TUR=TR TUV=TV TZA=TZ UKR=UA UMI=UM UNA=UN UNO=UN URY=UY VCT=VC VIR=VI WLF=WF XXK=XK'

const regions = new Map(exceptions.split(' ').map((pair) => pair.split('=') as [string, string]))

/** The codes of organisations, which no list of regions has. */
const organisations = /^(X(?!XK)|UNK)/

/** The name of the state that issued a document; its code if that has no name. */
export function nameState(code: string): string {
  if (organisations.test(code)) return code
  const region = regions.get(code) ?? code.slice(0, 2)
  return (
    new Intl.DisplayNames([readLanguage().locale], { type: 'region', fallback: 'none' }).of(region) ?? code
  )
}
