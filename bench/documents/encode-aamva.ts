import type { MadeUpPerson } from './made-up-person.ts'

/** The text of a PDF417 barcode of a licence of California, or of Ontario, which writes its dates the other way round. */
export function encodeAamva(person: MadeUpPerson, country: 'USA' | 'CAN'): string {
  const date = (day: string) => {
    const [year, month, dayOfMonth] = day.split('-')
    return country === 'CAN' ? `${year}${month}${dayOfMonth}` : `${month}${dayOfMonth}${year}`
  }
  const [first = '', middle = 'NONE'] = person.givenNames.split(' ')
  const elements = [
    `DAQ${person.number}`,
    `DCS${person.surname}`,
    'DDEN',
    `DAC${first}`,
    'DDFN',
    `DAD${middle}`,
    'DDGN',
    'DCAC',
    'DCBNONE',
    'DCDNONE',
    `DBD${date(person.issuedOn)}`,
    `DBB${date(person.dateOfBirth)}`,
    `DBA${date(person.expiresOn)}`,
    `DBC${person.sex === 'M' ? '1' : '2'}`,
    'DAU069 in',
    'DAYBRO',
    'DAG2570 24TH STREET',
    `DAI${country === 'CAN' ? 'TORONTO' : 'SACRAMENTO'}`,
    `DAJ${country === 'CAN' ? 'ON' : 'CA'}`,
    'DAK95818    ',
    'DCF83D9BN217QO983B1',
    `DCG${country}`,
  ]
  const subfile = `DL${elements.join('\n')}\r`
  const iin = country === 'CAN' ? '636012' : '636014'
  return `@\n\u001e\rANSI ${iin}080001DL0031${String(subfile.length).padStart(4, '0')}${subfile}`
}
