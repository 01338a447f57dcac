import type { Seeded } from './seeded.ts'

/** Somebody who does not exist, with what a document would say of them. Dates are `YYYY-MM-DD`. */
export type MadeUpPerson = {
  surname: string
  givenNames: string
  dateOfBirth: string
  expiresOn: string
  issuedOn: string
  sex: 'M' | 'F'
  state: string
  number: string
}

const surnames =
  'NOWAK,SMITH,MUELLER,GARCIA LOPEZ,OCONNOR,DUBOIS,KOWALSKA,ANDERSSON,VAN DER BERG,ROSSI,SILVA SANTOS,HORVAT,POPESCU,YILMAZ,TANAKA,KIM,IVANOVA,JENSEN,MURPHY,ACHTERBERG'.split(
    ',',
  )
const givenNames =
  'ANNA MARIA,JOHN,LUCJA,PIERRE,SOFIA,ERIK LARS,MEHMET,YUKI,OLGA,PATRICK JAMES,ELENA,TOMASZ,ISABELLE,GIULIA,CARLOS,MIN JUN,FREYA,SAM'.split(
    ',',
  )
const states = 'GBR,POL,D,FRA,ESP,ITA,NLD,SWE,IRL,CZE,ROU,HRV,PRT,USA,CAN,TUR,JPN,KOR'.split(',')

const padToTwo = (value: number) => String(value).padStart(2, '0')

/** An adult with a document that is valid on 22 November 2026. */
export function makeUpPerson(random: Seeded): MadeUpPerson {
  const date = (from: number, to: number) =>
    `${random.whole(from, to)}-${padToTwo(random.whole(1, 12))}-${padToTwo(random.whole(1, 28))}`
  const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
  const number = Array.from({ length: 9 }, (_, at) =>
    at < 2 ? letters[random.whole(0, letters.length - 1)] : String(random.whole(0, 9)),
  ).join('')
  return {
    surname: random.pick(surnames),
    givenNames: random.pick(givenNames),
    dateOfBirth: date(1945, 2007),
    expiresOn: date(2027, 2035),
    issuedOn: date(2019, 2025),
    sex: random.pick(['M', 'F'] as const),
    state: random.pick(states),
    number,
  }
}
