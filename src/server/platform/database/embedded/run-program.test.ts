import { expect, it } from 'vitest'
import { runProgram } from './operating-system-user.ts'

it('runs a program in its own process group, so that a signal to this one does not stop it (RUN-27)', async () => {
  const ourselves = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const isLeader = 'read -r _ _ _ _ group _ < /proc/$$/stat; test "$group" = $$'
  expect(await runProgram('/bin/sh', ['-c', isLeader], ourselves)).toEqual({ code: 0, stderr: '' })
})
