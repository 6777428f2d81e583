import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from './support/project-root'

const directory = mkdtempSync(path.join(tmpdir(), 'leadline-scripts-'))
afterAll(() => rmSync(directory, { recursive: true }))

type Run = { code: number; stdout: string; stderr: string }

/** Runs what an npm script runs where there is no database, nor one to be made. */
function run(script: string, ...args: string[]): Promise<Run> {
  const file = `scripts/${script.replace(':', '-')}.ts`
  const env = { ...process.env, DATABASE_URL: 'postgresql://localhost:1/none', LEADLINE_DATA_DIR: `${directory}/data` }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', file, ...args],
      { cwd: projectRoot, env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      },
    )
  })
}

describe.concurrent('an npm script', { timeout: 30_000 }, () => {
  it.each(['start', 'dev', 'demo'])('explains itself and its settings: %s', async (script) => {
    const { code, stdout, stderr } = await run(script, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: npm run ${script} -- [options]\n\n`)
    for (const setting of ['PORT', 'LEADLINE_DATA_DIR', 'DATABASE_URL', 'UPSTASH_REDIS_REST_URL', '.env.example']) {
      expect(stdout).toContain(setting)
    }
  })

  it.each(['start', 'dev', 'demo', 'test', 'db:check'])('starts nothing it does not understand: %s', async (script) => {
    const refused = await run(script, '--prot', '3001')
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown option '--prot'") })
    expect(existsSync(`${directory}/data`)).toBe(false)
  })
})
