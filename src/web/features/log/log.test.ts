import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { LogView } from '../../../contract/record.ts'
import { describeMoment } from '../../shared/time/moment.tsx'
import { renderPage } from '../../testing/render-page.ts'
import { Log } from './log.tsx'

const key = 'assent.example/log+3f1b2c4d+AQ'
const empty: LogView = {
  origin: 'assent.example/log',
  verifierKey: key,
  signature: { protected: '', signature: '' },
  size: 0,
  at: null,
  checkpoint: 'assent.example/log\n0\n47DEQ\n\n— assent.example/log AAAA\n',
  hasTimeAuthority: false,
  timestamp: null,
  witnesses: [],
}
function textWith(log: LogView): string {
  const queries = new QueryClient()
  queries.setQueryData(['transparency-log'], log)
  return renderPage(createElement(Log), { queries }).text
}

it('lists the log’s name, key and newest state, and its witnesses (LOG-6)', () => {
  const at = '2026-03-11T12:00:00.000Z'
  const moment = describeMoment(at)
  const witness = { name: 'first', verifierKey: 'witness.example/w1+AA', url: 'https://witness.example' }
  const text = textWith({
    ...empty,
    size: 7,
    at,
    hasTimeAuthority: true,
    timestamp: { size: 6, at },
    witnesses: [
      { ...witness, last: { size: 5, at } },
      { ...witness, name: 'second', verifierKey: 'witness.example/w2+AA', last: null },
    ],
  })
  for (const sentence of [
    'Entries 7',
    `Name assent.example/log Key ${key}`,
    '— assent.example/log AAAA',
    `Stamped by an independent time authority: the state of 6 entries, ${moment}`,
    `first Cosigned: the state of 5 entries, ${moment}`,
    'second Hasn’t cosigned a state yet.',
    'https://witness.example',
    `node witness.mjs --name witness.example/w1 --log ${key} --watch `,
  ])
    expect(text).toContain(sentence)
  expect(text).not.toContain('No witness is configured')
})

it('states what is missing: entries, a time authority, witnesses (LOG-6)', () => {
  const text = textWith(empty)
  for (const sentence of [
    'No entries yet',
    'No time authority is configured: the times are from our own clock.',
    'No witness is configured: only people who kept',
  ])
    expect(text).toContain(sentence)
  expect(textWith({ ...empty, hasTimeAuthority: true })).toContain(
    'The time authority hasn’t stamped a state yet.',
  )
})
