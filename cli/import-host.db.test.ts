import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTenant, type Tenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { startGithub } from '@/lib/testing/github-sync'
import { pullRequestsOf, type StandInRepository } from '@/lib/testing/github-world'

const leadlineFile = fileURLToPath(new URL('./leadline.mjs', import.meta.url))

let server: GithubServer
let at: StandInRepository
let tenant: Tenant

beforeEach(async () => {
  const github = await startGithub()
  server = github.server
  at = github.at
  server.maxPerPage = 2
  const commits = Array.from({ length: 6 }, (_, index) => ({
    id: index + 1,
    parents: index === 0 ? [] : [index],
    message: `Change ${index + 1} (#${index + 1})`,
  }))
  at.git.write(commits, { 'refs/heads/main': 6 })
  at.pullRequests = pullRequestsOf(at.git)
  tenant = await createTenant()
})

afterEach(async () => {
  await server.stop()
  at.git.remove()
})

type Run = { code: number; stdout: string; stderr: string }

/** Runs `leadline import github`, with a token in its environment or on its standard input. */
function importGithub({ token, piped, args = [] }: { token?: string; piped?: string; args?: string[] }): Promise<Run> {
  const { slug } = tenant.organization
  const common = ['import', 'github', '--org', slug, '--repository', 'acme/api', '--base-url', server.url]
  return new Promise((resolve) => {
    const options = { cwd: tmpdir(), env: { ...process.env, GITHUB_TOKEN: token } }
    const child = execFile(process.execPath, [leadlineFile, ...common, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
    child.stdin?.end(piped)
  })
}

it('imports, and the next time only what is new', async () => {
  const first = await importGithub({ token: server.token, args: ['--json'] })
  expect(first).toEqual({ code: 0, stdout: '{"commits":6,"pullRequests":6}\n', stderr: '' })
  const second = await importGithub({ piped: `${server.token}\n` })
  expect(second).toMatchObject({ code: 0, stdout: 'acme/api: 0 new commits, 0 new or changed pull requests\n' })
})

it('says what went wrong, and goes on there the next time', async () => {
  server.onRequest = ({ kind, variables }) =>
    kind === 'commits' && variables.after ? { status: 429, limit: 600 } : undefined
  const stopped = await importGithub({ token: server.token })
  expect(stopped).toMatchObject({ code: 1, stdout: '' })
  expect(stopped.stderr).toMatch(
    /GitHub limits how fast it is read\. Run it again after .* UTC: it goes on from here\./,
  )
  server.onRequest = () => undefined
  server.requests.length = 0
  const next = await importGithub({ token: server.token, args: ['--json'] })
  expect(JSON.parse(next.stdout)).toEqual({ commits: 4, pullRequests: 0 })
  expect(server.requests.filter(({ kind }) => kind === 'pull requests')).toHaveLength(1)
})

it('does not take a token that GitHub does not take, and does not show it', async () => {
  const run = await importGithub({ token: 'github_pat_wrong' })
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('does not accept the credentials') })
  expect(run.stderr).not.toContain('github_pat_wrong')
})
