// Prints the clauses of docs/specification with their tests. Arguments select clauses: SIGNUP, GATE-3.
import { root } from './lib/project.mjs'
import { findFaults, groupTestsByClause, readClauses, readSources } from './lib/specification.ts'

const wanted = process.argv.slice(2)
const [clauses, sources] = await Promise.all([readClauses(root), readSources(root)])
const tests = groupTestsByClause(sources)

for (const { id, text } of clauses) {
  if (wanted.length > 0 && !wanted.some((word) => id === word || id.startsWith(`${word}-`))) continue
  console.log(`${id} ${text}`)
  for (const { path, title } of tests.get(id) ?? []) console.log(`    ${path}: ${title}`)
}
const faults = findFaults(clauses, sources, tests)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
