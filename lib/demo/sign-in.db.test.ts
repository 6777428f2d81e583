import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPassword } from '@/lib/accounts/users/password'
import { setPassword } from '@/lib/accounts/users/set-password'
import { db } from '@/lib/db/db'
import { demoOwnerEmail } from './ensure'
import { ensureDemoSignIn } from './sign-in'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'leadline-demo-'))
  await db().prisma.user.upsert({ where: { email: demoOwnerEmail }, create: { email: demoOwnerEmail }, update: {} })
})

afterEach(() => rm(dataDir, { recursive: true }))

test('the password stays the same from run to run, in a file for its owner alone', async () => {
  const { email, password } = await ensureDemoSignIn(dataDir)
  const { passwordHash } = await db().prisma.user.findUniqueOrThrow({ where: { email } })
  expect(await isPassword(password, passwordHash)).toBe(true)
  expect(await ensureDemoSignIn(dataDir)).toEqual({ email, password })
  expect((await stat(path.join(dataDir, 'demo-password'))).mode & 0o777).toBe(0o600)
})

test('a password that was changed is replaced', async () => {
  const first = await ensureDemoSignIn(dataDir)
  await setPassword(first.email, 'someone else chose this')
  const next = await ensureDemoSignIn(dataDir)
  expect(next.password).not.toBe(first.password)
  expect(await ensureDemoSignIn(dataDir)).toEqual(next)
})
