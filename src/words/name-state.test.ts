import { expect, it } from 'vitest'
import { nameState } from './name-state.ts'

it('names the state of a passport’s code, and leaves the code of an organisation', () => {
  expect(['POL', 'D', 'CHE', 'AUT', 'AUS', 'GBS', 'XXK', 'EUE', 'XOM', 'UNK'].map(nameState)).toEqual([
    'Poland',
    'Germany',
    'Switzerland',
    'Austria',
    'Australia',
    'United Kingdom',
    'Kosovo',
    'European Union',
    'XOM',
    'UNK',
  ])
})
