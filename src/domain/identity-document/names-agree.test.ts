import { describe, expect, it } from 'vitest'
import { compareNames, doNamesAgree } from './names-agree.ts'

const on = (surname: string, givenNames: string, namesTruncated = false) => ({
  surname,
  givenNames,
  namesTruncated,
})

describe("a typed name and a document's name (READING-7)", () => {
  it.each([
    ['Łucja Nowak', on('NOWAK', 'LUCJA')],
    ['Nowak Łucja', on('NOWAK', 'LUCJA')],
    ['łucja  NOWAK', on('NOWAK', 'LUCJA MARIA')],
    ['Jürgen Müller', on('MUELLER', 'JUERGEN')],
    ['Jurgen Muller', on('MUELLER', 'JUERGEN')],
    ['José Núñez', on('NUNEZ', 'JOSE')],
    ['José Núñez', on('NUNXXEZ', 'JOSE')],
    ['Søren Ångström', on('AANGSTROEM', 'SOEREN')],
    ['Sam O’Neill', on('ONEILL', 'SAM')],
    ['Sam O’Neill', on('O NEILL', 'SAM')],
    ['Anne-Marie Dubois', on('DUBOIS', 'ANNE MARIE')],
    ['Annemarie Dubois', on('DUBOIS', 'ANNE MARIE')],
    ['María García', on('GARCIA LOPEZ', 'MARIA')],
    ['Straße Weiß', on('WEISS', 'STRASSE')],
    ['Ольга Иванова', on('IVANOVA', 'OLGA')],
    ['Γιώργος Παπαδόπουλος', on('PAPADOPOULOS', 'GIORGOS')],
    ['John Q Smith', on('SMITH', 'JOHN QUINCY')],
    ['Maximilian Featherstonehaugh', on('FEATHERSTONEHAUGH', 'MAXIMIL', true)],
    ['Suharto', on('SUHARTO', '')],
  ])('agree: %s', (typed, document) => {
    expect(doNamesAgree(typed, document)).toBe(true)
  })
  it.each([
    ['Anna Nowak', on('NOWAK', 'LUCJA')],
    ['Łucja Kowalska', on('NOWAK', 'LUCJA')],
    ['Łucja', on('NOWAK', 'LUCJA')],
    ['Nowak', on('NOWAK', 'LUCJA')],
    ['L Nowak', on('NOWAK', 'LUCJA')],
    ['Łucja Zofia Nowak', on('NOWAK', 'LUCJA MARIA')],
    ['Maximilian Featherstone', on('FEATHERSTONE', 'MAXIMIL')],
    ['', on('NOWAK', 'LUCJA')],
    ['Łucja Nowak', on('', '')],
    ['', on('', '')],
    ['王伟', on('WANG', 'WEI')],
  ])('differ: %s', (typed, document) => {
    expect(doNamesAgree(typed, document)).toBe(false)
  })
})

describe('a typed name and the name of a credential (WALLET-3)', () => {
  it.each([
    ['Jürgen Müller', 'MUELLER', 'JUERGEN', 'agrees'],
    ['Müller Jürgen', 'Müller', 'Jürgen Max', 'agrees'],
    ['Ольга Иванова', 'Ivanova', 'Olga', 'agrees'],
    ['山田太郎', '山田', '太郎', 'agrees'],
    ['Anna Nowak', 'Kowalska', 'Anna', 'differs'],
    ['Ольга Иванова', 'Petrova', 'Olga', 'differs'],
    ['Yamada Taro', '山田', '太郎', 'not_compared'],
    ['محمد علي', 'Ali', 'Mohammed', 'not_compared'],
    ['محمد علي', 'عليّ', 'مُحَمَّد', 'agrees'],
    // In these scripts marks make other syllables.
    ['मीना कुमारी', 'कुमारी', 'मीना', 'agrees'],
    ['मीना कुमारी', 'कुमारी', 'मान', 'not_compared'],
    ['ガンダ アイ', 'カンタ', 'アイ', 'not_compared'],
    // Without a letter there is nothing to compare.
    ['Anna Nowak', '---', '...', 'not_compared'],
    ['😀 😀', 'Nowak', 'Anna', 'not_compared'],
    [`A${'\u0301'.repeat(10_000)}nna Nowak`, 'Nowak', `\u0301Anna`, 'agrees'],
  ])('%s, %s, %s: %s', (typed, surname, givenNames, verdict) => {
    expect(compareNames(typed, { surname, givenNames })).toBe(verdict)
  })
})
