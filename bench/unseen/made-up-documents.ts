/**
 * People who don't exist, with their documents. It knows nothing of the product's reader or of the other generator (bench/documents), and says
 * from the start what is to be read.
 */
import { drawNumber, pick, type Random } from './chance.ts'
import {
  encodeLicence,
  encodeZone,
  type Format,
  type MadeUpDocument,
  type Truth,
  transliterate,
} from './encode-documents.ts'

/** Surnames, given names of women and men as one people writes them. */
const people = {
  german: [
    'Müller|Großmann|von der Heide|Krüger-Lenz|Jäger',
    'Änne Sophie|Jule|Katharina',
    'Jörg|Maximilian Paul|Uwe',
  ],
  english: [
    "O'Connor|Whitfield|Hargreaves-Cole|D'Arcy|Ashby",
    'Imogen Rose|Niamh|Beth',
    'Callum James|Rhys|Oliver',
  ],
  french: [
    "L'Hermitte|Dubois-Faure|Lefèvre|Garçon",
    'Anaïs|Marie-Claire|Zoé Inès',
    'Jean-Noël|Loïc|François Rémy',
  ],
  spanish: ['Ibáñez Roca|Muñoz Peña|Quiroga Vidal', 'Begoña|María Jesús|Ximena', 'Iñaki|José Ángel|Álvaro'],
  polish: [
    'Wójcik|Żółkowska-Dąb|Szczęsny|Gołąb',
    'Małgorzata|Zofia Łucja',
    'Wawrzyniec|Bożydar|Stanisław Jan',
  ],
  nordic: ['Sjöström|Bjørnstad|Ågren|Øvergård-Holm', 'Åsa Linnéa|Maja|Solveig', 'Bjørn|Håkan Olof|Leif'],
  turkish: ['Yıldırım|Çağlayan|Şahinoğlu|Öztürk', 'Gülşen|İpek', 'Doğan|Işık Can|Ümit'],
  southSlav: ['Đurić|Kovačević|Šarić-Babić|Žižek', 'Ljiljana|Anđela Mia', 'Dražen|Nikša|Zvonimir Ante'],
  romanian: ['Țepeluș|Brâncoveanu|Ștefănescu', 'Ioana Mădălina|Crenguța', 'Răzvan|Ionuț Mircea'],
  baltic: ['Kalniņš|Jõgi|Žukauskaitė|Mägi', 'Ilze|Ülle Mari|Rūta', 'Jānis|Õnne Taavi|Šarūnas'],
  westAfrican: ['Adebayo-Okafor|Oluwaseun|Nwachukwu', 'Chiamaka|Folasade Ife', 'Emeka|Babatunde'],
  indian: ['Raghunathan|Chattopadhyay|Iyer', 'Lakshmi Priya|Anjali', 'Venkatesh|Arjun Dev'],
  east: ['Takahashi|Ng|Baek|Xu', 'Haruka|Ji-woo|Yan', 'Kenta|Min-jun|Wei'],
} as const

type State = { code: string; country: string; people: readonly (keyof typeof people)[]; number: string }

/** `number` is a pattern of `drawNumber`. */
const states = (rows: string): State[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [code = '', country = '', number = '', names = ''] = row.split(';').map((cell) => cell.trim())
      return { code, country, number, people: names.split(' ') as (keyof typeof people)[] }
    })

const issuers: Record<'TD1' | 'TD2' | 'TD3', State[]> = {
  TD3: states(`
    D;Bundesrepublik Deutschland;[C]XXXXXXXX;german turkish
    GBR;United Kingdom;999999999;english indian westAfrican
    IRL;Éire Ireland;[P]A9999999;english
    FRA;République française;99AA99999;french
    ESP;España;[P]AA999999;spanish
    POL;Rzeczpospolita Polska;AA9999999;polish
    SWE;Sverige;AA9999999;nordic
    NOR;Norge;[F]AA999999;nordic
    TUR;Türkiye Cumhuriyeti;[U]99999999;turkish
    HRV;Republika Hrvatska;999999999;southSlav
    ROU;România;99999999;romanian
    LVA;Latvijas Republika;[LV]9999999;baltic
    NGA;Nigeria;[A]99999999;westAfrican
    IND;Republic of India;A9999999;indian
    CAN;Canada;AA999999;english french east
    USA;United States of America;999999999;english spanish east
    AUS;Australia;[PA]9999999;english southSlav
    JPN;Japan;[T]A9999999;east`),
  TD1: states(`
    D;Bundesrepublik Deutschland;[L]XXXXXXXX;german turkish
    ESP;España;AAA999999;spanish
    POL;Rzeczpospolita Polska;AAA999999;polish
    EST;Eesti Vabariik;AA9999999;baltic
    HRV;Republika Hrvatska;999999999;southSlav
    BEL;België Belgique;999999999999;french german
    FRA;République française;X9XX9XXX9;french
    SWE;Sverige;99999999;nordic
    AUT;Republik Österreich;AA9999999;german southSlav
    FIN;Suomi Finland;999999999;nordic
    ITA;Repubblica Italiana;[CA]99999AA;romanian
    PRT;República Portuguesa;99999999;spanish`),
  TD2: states(`
    ROU;România;[R]A999999;romanian
    D;Bundesrepublik Deutschland;[T]XXXXXXXX;german
    SVK;Slovenská republika;AA999999;southSlav polish
    BGR;Republic of Bulgaria;999999999;southSlav
    GRC;Hellenic Republic;AA999999;southSlav`),
}

const jurisdictions = `
  636014 CA A9999999|636015 TX 99999999|636001 NY 999999999|636010 FL A999999999999|636025 PA 99999999|636035 IL A99999999999
  636023 OH AA999999|636055 GA 999999999|636000 VA A99999999|636020 CO 999999999|636026 AZ A99999999|636036 NJ A99999999999999
  636032 MI A999999999999|636031 WI A9999999999999|636029 OR 9999999|636003 MD A999999999999`
  .split(/[|\n]/)
  .map((row) => row.trim().split(' '))
  .filter((row) => row.length === 3) as [string, string, string][]

/** A day some years from another, as `YYYY-MM-DD`; the days of the month end at 28, so that each exists. */
const drawDay = (random: Random, year: number) =>
  `${year}-${`${1 + Math.floor(random() * 12)}`.padStart(2, '0')}-${`${1 + Math.floor(random() * 28)}`.padStart(2, '0')}`

/** A document that an adult was given at 18 or later, in force on `day` and for at most nine years more. */
export function makeUpDocument(random: Random, format: Format, day: string): MadeUpDocument {
  const year = Number(day.slice(0, 4))
  const [iin, home, pattern] = pick(random, jurisdictions)
  const issuer = format === 'AAMVA' ? null : pick(random, issuers[format])
  const own = issuer
    ? pick(random, issuer.people)
    : pick(random, ['english', 'spanish', 'indian', 'polish'] as const)
  const [surnames, women, men] = people[own]
  const sex = pick(random, ['F', 'M'] as const)
  const printed = {
    surname: pick(random, surnames.split('|')),
    givenNames: pick(random, (sex === 'F' ? women : men).split('|')),
    country: issuer?.country ?? home,
    address: `${Math.ceil(random() * 980)} ${pick(random, ['Juniper Way', 'Mill Rd', 'Old Quarry Ln'])}, ${pick(random, ['Fairhaven', 'Oakdale', 'Milton'])}, ${10000 + Math.floor(random() * 89999)}`,
  }
  const expiresOn = drawDay(random, year + 1 + Math.floor(random() * (issuer ? 9 : 7)))
  const issuedOn = `${Number(expiresOn.slice(0, 4)) - (issuer ? 10 : 8)}${expiresOn.slice(4)}`
  // A licence writes apostrophes and hyphens; accents it leaves out.
  const spell = issuer
    ? transliterate
    : (name: string) => name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L')
  const truth: Truth = {
    format,
    issuingState: issuer?.code ?? 'USA',
    number: drawNumber(random, issuer?.number ?? pattern),
    surname: spell(printed.surname),
    givenNames: spell(printed.givenNames),
    dateOfBirth: drawDay(random, Number(issuedOn.slice(0, 4)) - 19 - Math.floor(random() * 60)),
    expiresOn,
  }
  const document: MadeUpDocument = { truth, machine: [], sex, issuedOn, printed }
  if (!issuer) return { ...document, machine: [encodeLicence(random, document, iin, home)] }
  const code = format === 'TD3' ? 'P' : pick(random, ['I', 'ID'])
  const optional = random() < 0.35 ? drawNumber(random, format === 'TD2' ? '9999999' : '99999999A') : ''
  return { ...document, machine: encodeZone(truth, sex, issuer.code, code, optional) }
}
