import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { mutate } from './mutate.ts'

const code = `function judge(age: number, names: string[]): unknown {
  if (age >= 18 && !names.some((name) => name === 'X')) note()
  return sql\`SELECT 1 WHERE a IS NULL AND b < 2\`
}`

/** What the code does while the mutant with this id is active. */
function run(active: string | null, mutated = mutate('src/domain/judge.ts', code).code) {
  const notes: string[] = []
  const result = runInNewContext(`${stripTypeScriptTypes(mutated)}; judge(age, ['A', 'B'])`, {
    age: 18,
    note: () => notes.push('noted'),
    sql: ([text]: string[]) => text,
    mutant: (id: string) => id === active,
  })
  return { notes, result }
}

describe('the mutants of a file', () => {
  const { mutants } = mutate('src/domain/judge.ts', code)

  it('are off until one is active', () => {
    expect(run(null)).toEqual({ notes: ['noted'], result: 'SELECT 1 WHERE a IS NULL AND b < 2' })
  })

  it('are one mistake each: in a limit, a condition, a call and a term of SQL', () => {
    expect(new Set(mutants.map(({ line, change }) => `${line} ${change}`))).toEqual(
      new Set([
        "2 age >= 18 [&& -> ||] !names.some((name) => name === 'X')",
        '2 age [>= -> >] 18',
        '2 [18 -> 18 + 1]',
        "2 [ -> !]!names.some((name) => name === 'X')",
        "2 names.[some -> every]((name) => name === 'X')",
        "2 name [=== -> !==] 'X'",
        '2 [note() -> ]',
        '3 sql`SELECT 1 WHERE a IS NULL [AND -> OR] b < 2`',
        '3 sql`SELECT 1 WHERE a [IS NULL -> IS NOT NULL] AND b < 2`',
        '3 sql`SELECT 1 WHERE a IS NULL AND b[ < -> <=] 2`',
      ]),
    )
  })

  it('each change what the code does, except those that these values can’t show', () => {
    const unchanged = mutants.filter(({ id }) => JSON.stringify(run(id)) === JSON.stringify(run(null)))
    expect(new Set(unchanged.map(({ change }) => change))).toEqual(
      new Set([
        "age >= 18 [&& -> ||] !names.some((name) => name === 'X')",
        "names.[some -> every]((name) => name === 'X')",
      ]),
    )
  })

  it('leave an `else` where it was', () => {
    const { code } = mutate('src/domain/judge.ts', 'function judge() { if (age < 9) note()\n else return 1 }')
    expect(run(null, code)).toEqual({ notes: [], result: 1 })
  })

  it('leave out property names in a destructuring', () => {
    expect(mutate('src/domain/judge.ts', 'const judge = ({ 0: first }) => first').mutants).toEqual([])
  })

  it('are made at load outside of functions', () => {
    const made = mutate('src/domain/judge.ts', 'const most = a * 2\nconst judge = (n) => n < most').mutants
    expect(made.map(({ change, isAtLoad }) => [change, isAtLoad])).toEqual([
      ['a [* -> /] 2', true],
      ['n [< -> <=] most', false],
    ])
  })

  it('keep their ids when lines above them are added', () => {
    const ids = (text: string) => mutate('src/domain/judge.ts', text).mutants.map(({ id }) => id)
    expect(ids(`\n// above\n${code}`)).toEqual(ids(code))
    expect(new Set(ids(code)).size).toBe(mutants.length)
  })
})
