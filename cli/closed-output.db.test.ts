import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const leadline = fileURLToPath(new URL('leadline.mjs', import.meta.url))
const root = mkdtempSync(path.join(tmpdir(), 'leadline closed '))
// The account of Postgres can enter it, so that all of it is removed.
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true }))

it.each(['org list', 'org list --json', 'user list', '--help'])(
  'a reader that leaves early, as head does, costs nothing: leadline %s',
  async (command) => {
    const { DATABASE_URL: _shared, ...inherited } = process.env
    const env = { ...inherited, LEADLINE_DATA_DIR: path.join(root, 'data') } as unknown as NodeJS.ProcessEnv
    const child = spawn(process.execPath, [leadline, ...command.split(' ')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const [code] = await once(child, 'close')
    expect({ code, stderr: stderr.replace(/^leadline: .*\n/gm, '') }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(path.join(root, 'data/postgres/data/postmaster.pid'))).toBe(false)
  },
)
