import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { type Checkout, openCheckout } from './testing/checkout'

const shared = process.env.DATABASE_URL ?? ''
let checkout: Checkout

beforeAll(async () => {
  checkout = await openCheckout()
})
afterAll(() => checkout.remove())

const doors: [name: string, args: string[]][] = [
  ['start', ['scripts/launch.cjs', 'scripts/start.ts']],
  ['leadline', ['cli/leadline.mjs', 'org', 'list']],
]

/** Runs it, which must end with 2 and leave nothing, and returns what it said after the steps that went well. */
async function refusalOf(args: string[], settings: Record<string, string>): Promise<string> {
  const run = checkout.run('node', args, { PORT: String(await findFreePort()), ...settings })
  expect({ ended: await run.ended, output: run.output() }).toMatchObject({ ended: 2 })
  expect(await run.processes()).toEqual([])
  expect(existsSync(checkout.dataDir)).toBe(false)
  return run.output().replace(/^\{"time".*\n/gm, '')
}

function sharedWith(change: (url: URL) => void): string {
  const url = new URL(shared)
  change(url)
  return url.href
}

describe.each(doors)('%s', (_name, args) => {
  it('refuses a password that is wrong', async () => {
    const DATABASE_URL = sharedWith((url) => {
      url.password = 'wrong'
    })
    expect(await refusalOf(args, { DATABASE_URL })).toMatch(
      /^error: The database refuses DATABASE_URL: password authentication failed for user "\w+"\n$/,
    )
  })

  it('refuses a database that there is not', async () => {
    const DATABASE_URL = sharedWith((url) => {
      url.pathname = 'nowhere'
    })
    expect(await refusalOf(args, { DATABASE_URL })).toBe(
      'error: The database refuses DATABASE_URL: database "nowhere" does not exist\n',
    )
  })
})

describe.each(doors)('%s, with a .env', (_name, args) => {
  const file = () => path.join(checkout.path, '.env')
  afterEach(() => rm(file(), { recursive: true }))

  it('that is a folder, says so', async () => {
    await mkdir(file())
    expect(await refusalOf(args, { DATABASE_URL: '' })).toMatch(/^error: \/.*\.env cannot be read: EISDIR: [^\n]*\.\n$/)
  })

  it('with a line that is no setting, names it and starts nothing with what is left', async () => {
    await writeFile(file(), 'PORT=3000\nDATABASE_URL: postgresql://leadline:secret@db/leadline\n')
    expect(await refusalOf(args, {})).toBe(
      `error: ${file()} cannot be read: line 2 is not NAME=value, nor a comment with #.\n`,
    )
  })
})
