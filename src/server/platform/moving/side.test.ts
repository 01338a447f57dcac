import { expect, it } from 'vitest'
import { namePlace } from './side.ts'

it.each([
  ['postgres://ada:secret@db.example:6432/assent', 'db.example:6432/assent'],
  ['postgres://ada:secret@localhost/assent?host=db.example&port=6432', 'db.example:6432/assent'],
  ['postgres://ada:secret@db.example:6432/a%73sent?password=secret', 'db.example:6432/assent'],
  ['postgres:///assent?host=/run/postgresql&user=ada&password=secret', '/run/postgresql:5432/assent'],
])('calls the place of %s %s, by one name and without who opens it (MOVE-13)', (connectionString, name) => {
  expect(namePlace(connectionString)).toBe(name)
})
