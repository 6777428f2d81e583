import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { parse } from 'yaml'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { argoCd } from '@/lib/deployments/snippets/argo-cd'
import { curl } from '@/lib/deployments/snippets/curl'
import { listSnippets } from '@/lib/deployments/snippets/list'
import { createTenant } from '@/lib/testing/factories'
import { type CiSystem, facts } from '../support/ci-job'
import { ciSystems } from '../support/ci-systems'
import { renderArgo } from '../support/render-argo'
import { runShell } from '../support/run-shell'
import { serverUrls } from '../support/servers'

test.afterAll(() => db().close())

const input = () => ({ url: `${serverUrls()[0]}/api/webhooks/deployments`, service: 'api' })

/** A clone of one commit, on a branch with a name as git just allows it. */
async function withClone<T>(
  work: (clone: { cwd: string; commitSha: string; runId: string }) => Promise<T>,
): Promise<T> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'leadline-snippet-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', cwd, ...args], { encoding: 'utf8' }).trim()
  try {
    git('init', '--quiet', '--initial-branch', facts.branch)
    git('config', 'user.name', facts.person)
    git('config', 'user.email', 'ada@example.com')
    git('commit', '--quiet', '--allow-empty', '--message', 'Change')
    return await work({ cwd, commitSha: git('rev-parse', 'HEAD'), runId: path.basename(cwd).slice(-6) })
  } finally {
    await rm(cwd, { recursive: true })
  }
}

function textOf({ id }: CiSystem): string {
  return listSnippets(input()).find((snippet) => snippet.id === id)?.text ?? ''
}

for (const system of ciSystems) {
  for (const outcome of system.outcomes) {
    test(`${system.id} reports ${outcome}, with hostile names unharmed`, async () => {
      const { organization, token } = await createTenant()
      await withClone(async (clone) => {
        const job = { ...clone, text: textOf(system), outcome, apiKey: token }
        const began = new Date()
        const { stdout, stderr } = await system.run(job)
        expect(stdout, stderr).toMatch(/"action":"created"/)
        expect(stdout + stderr).not.toContain(token)
        const { deploymentId, ...expected } = system.stored(job)
        const stored = await getDeployment(organization.id, String(deploymentId))
        expect(stored).toMatchObject({
          commitSha: clone.commitSha,
          environment: 'production',
          production: true,
          status: outcome,
          service: 'api',
          ...expected,
        })
        expect(Number(stored.completedAt)).toBeGreaterThanOrEqual(began.getTime() - 1000)
        expect(Number(stored.startedAt)).toBeLessThanOrEqual(Number(stored.completedAt))
      })
    })
  }
}

test('every one fails with the reason when the event is refused', async () => {
  const { token } = await createTenant()
  const otherKey = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
  await Promise.all(
    ciSystems.flatMap((system) => [
      refusal(system, { apiKey: otherKey }, 'Invalid or missing API key'),
      refusal(system, { apiKey: token, commitSha: '' }, 'commitSha must be a valid hex string (5-40 characters)'),
    ]),
  )
})

async function refusal(system: CiSystem, wrong: { apiKey: string; commitSha?: string }, reason: string): Promise<void> {
  await withClone(async (clone) => {
    const { code, stdout } = await system.run({ ...clone, text: textOf(system), outcome: 'success', ...wrong })
    expect({ system: system.id, code, stdout }).toEqual({
      system: system.id,
      code: 22,
      stdout: expect.stringContaining(reason),
    })
  })
}

test('buildkite keeps the exit code of the deployment', async () => {
  const { token } = await createTenant()
  const system = ciSystems.find(({ id }) => id === 'buildkite')
  if (!system) throw new Error('there is no Buildkite')
  const run = (outcome: 'success' | 'failure') =>
    withClone((clone) => system.run({ ...clone, text: textOf(system), outcome, apiKey: token }))
  expect((await run('success')).code).toBe(0)
  expect((await run('failure')).code).toBe(3)
})

test('curl posts the commit that is checked out, with the key it was just given', async () => {
  const { organization, token } = await createTenant()
  await withClone(async ({ cwd, commitSha }) => {
    const { text } = curl({ ...input(), apiKey: token })
    const { code, stdout, stderr } = await runShell(['sh'], text, cwd, {})
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ action: 'created' })
    const stored = await db().prisma.deployment.findFirstOrThrow({ where: { organizationId: organization.id } })
    expect(stored).toMatchObject({ commitSha, status: 'success', service: 'api', production: true })
  })
})

type Operation = { phase: string; health: string; status: string }

const operations: Operation[] = [
  { phase: 'Succeeded', health: 'Healthy', status: 'success' },
  { phase: 'Succeeded', health: 'Degraded', status: 'failure' },
  { phase: 'Failed', health: 'Missing', status: 'failure' },
]

for (const { phase, health, status } of operations) {
  test(`Argo CD reports ${phase} and ${health} as ${status}`, async () => {
    const { organization, token } = await createTenant()
    const { data } = parse(argoCd(input()).text)
    const service = parse(data['service.webhook.leadline'])
    const { method, body } = parse(data['template.leadline']).webhook.leadline
    const username = facts.person
    const revision = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    const app = {
      metadata: { name: 'api' },
      spec: { source: { targetRevision: facts.branch } },
      status: {
        health: { status: health },
        operationState: {
          phase,
          startedAt: '2026-03-02T10:00:00Z',
          finishedAt: '2026-03-02T10:05:00Z',
          syncResult: { revision },
          operation: { initiatedBy: status === 'success' ? { username } : {} },
        },
      },
    }
    const headers = service.headers.map(({ name, value }: { name: string; value: string }) => [
      name,
      value.replace('$leadline-api-key', token),
    ])
    const rendered = renderArgo(body, { app, context: parse(data.context) })
    const response = await fetch(service.url, { method, headers, body: rendered })
    expect(await response.json()).toMatchObject({ action: 'created' })
    expect(await getDeployment(organization.id, 'argocd-api-2026-03-02T10:00:00Z')).toMatchObject({
      commitSha: revision,
      environment: 'production',
      status,
      service: 'api',
      startedAt: new Date('2026-03-02T10:00:00Z'),
      completedAt: new Date('2026-03-02T10:05:00Z'),
      branch: facts.branch,
      triggeredBy: status === 'success' ? username : null,
      pipelineUrl: 'https://argocd.example.com/applications/api',
    })
  })
}
