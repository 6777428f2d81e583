import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { curl } from '@/lib/deployments/snippets/curl'
import { listSnippets } from '@/lib/deployments/snippets/list'
import { createTenant } from '@/lib/testing/factories'
import { type CiSystem, ciSystems, deploymentCodes, type Outcome } from '../support/ci-systems'
import { runShell } from '../support/run-shell'
import { serverUrls } from '../support/servers'

test.afterAll(() => db().close())

const input = () => ({ baseUrl: serverUrls()[0], service: 'api' })

/** A clone of one commit. */
async function withClone<T>(work: (clone: { cwd: string; commitSha: string }) => Promise<T>): Promise<T> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'leadline-snippet-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', cwd, ...args], { encoding: 'utf8' }).trim()
  try {
    git('init', '--quiet', '--initial-branch', 'main')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@example.com')
    git('commit', '--quiet', '--allow-empty', '--message', 'Change')
    return await work({ cwd, commitSha: git('rev-parse', 'HEAD') })
  } finally {
    await rm(cwd, { recursive: true })
  }
}

function textOf({ id }: CiSystem, baseUrl = input().baseUrl): string {
  return listSnippets({ ...input(), baseUrl }).find((snippet) => snippet.id === id)?.text ?? ''
}

/** What a job exits with: a script around a deployment as the deployment, a step that only reports with 0. */
function codeOf({ id }: CiSystem, outcome: Outcome): number {
  return id === 'buildkite' || id === 'teamcity' ? deploymentCodes[outcome] : 0
}

for (const system of ciSystems) {
  for (const outcome of system.outcomes) {
    test(`${system.id} reports ${outcome}, and ends as the deployment does`, async () => {
      const { organization, token } = await createTenant()
      await withClone(async ({ cwd }) => {
        const { code, stdout, stderr } = await system.run({ text: textOf(system), outcome, apiKey: token, cwd })
        expect({ code, stderr }).toEqual({
          code: codeOf(system, outcome),
          stderr: expect.stringContaining(`leadline: recorded: api to production, ${outcome}`),
        })
        expect(stdout + stderr).not.toContain(token)
        const stored = await db().prisma.deployment.findFirstOrThrow({ where: { organizationId: organization.id } })
        expect(stored).toMatchObject({ status: outcome, service: 'api', environment: 'production', production: true })
        expect(stored.externalId).toMatch(/-api-production$/)
        expect(Number(stored.startedAt)).toBeLessThanOrEqual(Number(stored.completedAt))
      })
    })
  }
}

test('none fails a job because a report was refused, or nothing answered', async () => {
  const { token } = await createTenant()
  const otherKey = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
  await withClone(async ({ cwd }) => {
    for (const system of ciSystems) {
      const job = { outcome: 'success' as const, cwd }
      const refused = await system.run({ ...job, text: textOf(system), apiKey: otherKey })
      expect({ system: system.id, code: refused.code, stderr: refused.stderr }).toEqual({
        system: system.id,
        code: 0,
        stderr: expect.stringContaining('WARNING: not recorded'),
      })
      expect(refused.stderr).toContain('Invalid or missing API key')
      const failed = await system.run({
        ...job,
        outcome: 'failure',
        text: textOf(system, 'http://127.0.0.1:9'),
        apiKey: token,
      })
      expect({ system: system.id, code: failed.code }).toEqual({ system: system.id, code: codeOf(system, 'failure') })
    }
  })
})

test('many services of one job are one request, and each has its line and its deployment', async () => {
  const { organization, token } = await createTenant()
  await withClone(async ({ cwd }) => {
    const services = Array.from({ length: 60 }, (_, index) => `service-${index}`)
    const script = `curl -fsSL ${input().baseUrl}/report.sh | sh -s -- finish failure --strict --service ${services.join()}`
    const { code, stderr } = await runShell(['sh'], script, cwd, { LEADLINE_API_KEY: token })
    const lines = stderr.trimEnd().split('\n')
    const requests = lines.map((line) =>
      /^leadline: recorded: (service-\d+) to production, failure \(request (.*)\/\d+\)$/.exec(line),
    )
    expect({ code, services: requests.map((found) => found?.[1]) }, stderr).toEqual({ code: 0, services })
    expect(new Set(requests.map((found) => found?.[2])).size).toBe(1)
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(60)
  })
})

test('the reporter is served with the address of the installation, and its checksum', async () => {
  for (const file of ['report.sh', 'report.ps1'] as const) {
    const response = await fetch(`${serverUrls()[0]}/${file}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(new RegExp(`served_from ?= ?'${serverUrls()[0]}'`))
    const sha256 = createHash('sha256').update(text).digest('hex')
    const again = await fetch(`${serverUrls()[0]}/${file}`, { headers: { 'If-None-Match': `"${sha256}"` } })
    expect(again.status).toBe(304)
  }
})

test('curl posts the commit that is checked out, with the key it was just given', async () => {
  const { organization, token } = await createTenant()
  await withClone(async ({ cwd, commitSha }) => {
    const { text } = curl({ ...input(), apiKey: token })
    const { code, stdout, stderr } = await runShell(['sh'], text, cwd, {})
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('recorded: api to production, success')
    const stored = await db().prisma.deployment.findFirstOrThrow({ where: { organizationId: organization.id } })
    expect(stored).toMatchObject({ commitSha, status: 'success', service: 'api', production: true })
  })
})
