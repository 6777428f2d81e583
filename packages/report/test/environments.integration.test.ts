import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { programs, runReporter } from './run-reporter'

type Case = { case: string; source: string; env: Record<string, string> }

const folder = path.join(import.meta.dirname, 'environments')
const systems = readdirSync(folder).map((file) => ({
  system: file.replace('.json', ''),
  cases: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Case[],
}))

/** These tell no step how the job went, so that the snippet does. */
const silent = ['github-actions', 'jenkins', 'circleci', 'teamcity']

const clone = mkdtempSync(path.join(tmpdir(), 'leadline-reporter-'))
const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).trim()
git('init', '--quiet', '--initial-branch', 'main')
git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--allow-empty', '--message', 'One')
const head = git('rev-parse', 'HEAD')

afterAll(() => rmSync(clone, { recursive: true }))

/** The events that a job would post at its end. */
async function eventsOf(command: string[], env: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await runReporter([...command, 'finish', ...words, '--dry-run'], { cwd: clone, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => parseDeploymentEvent(JSON.parse(line), new Date()))
}

function outcomeOf({ case: name }: Case): 'success' | 'failure' | 'cancelled' {
  return name === 'failure' || name === 'cancelled' ? name : 'success'
}

describe.each(systems)('in a job of $system', ({ system, cases }) => {
  const toldBy = (one: Case) => (silent.includes(system) ? [outcomeOf(one)] : [])

  it('reports how the job ended, and what it deployed', async () => {
    for (const one of cases) {
      const [event, ...more] = await eventsOf(programs[0]?.command ?? [], one.env, ...toldBy(one), '--service', 'api')
      const what = `${one.case}: ${JSON.stringify(event)}`
      expect(more, what).toEqual([])
      expect(event?.status, what).toBe(outcomeOf(one))
      expect(event?.service, what).toBe('api')
      expect(event?.pipelineName, what).toBeTruthy()
      expect(event?.pipelineUrl, what).toMatch(/^https:\/\//)
      const sent = [...Object.values(one.env), head]
      expect(sent, what).toContain(event?.commitSha)
    }
  })

  it('is the same in every program', async () => {
    for (const one of cases) {
      const env = { ...one.env, LEADLINE_STARTED_AT: '2026-03-02T10:00:00Z' }
      const words = [...toldBy(one), '--service', 'api']
      const all = await Promise.all(programs.map(({ command }) => eventsOf(command, env, ...words)))
      const [first, ...others] = all.map(([event]) => ({ ...event, completedAt: null }))
      for (const other of others) expect(other, one.case).toEqual(first)
    }
  })

  it('names each attempt, matrix leg and service of its own', async () => {
    const idsOf = async ({ env }: Case, leg: number) => {
      const job: Record<string, string> = ['github-actions', 'jenkins'].includes(system)
        ? { LEADLINE_JOB: String(leg) }
        : {}
      const command = programs[0]?.command ?? []
      const events = await eventsOf(command, { ...env, ...job }, 'success', '--service', 'api,worker')
      return events.map(({ deploymentId }) => deploymentId)
    }
    const legs = await Promise.all(cases.filter((one) => one.case === 'matrix').map(idsOf))
    expect(legs.length).toBeGreaterThan(1)
    expect(new Set(legs.flat()).size).toBe(legs.length * 2)
    const attempts = ['success', 're-run'].map((name) => cases.find((one) => one.case === name))
    const [first, again] = await Promise.all(attempts.map((one) => one && idsOf(one, 0)))
    expect(new Set([first, again].flat()).size).toBe(4)
  })
})
