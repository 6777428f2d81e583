import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { created, programs, refused, runReporter, standIn } from './run-reporter'

const cwd = mkdtempSync(path.join(tmpdir(), 'leadline-changed-'))
const git = (...args: string[]) => execFileSync('git', ['-C', cwd, ...args], { encoding: 'utf8' }).trim()
git('init', '--quiet', '--initial-branch', 'main')
git('remote', 'add', 'origin', 'git@git.acme.example:acme/shop.git')

function commit(file: string): string {
  mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true })
  writeFileSync(path.join(cwd, file), file)
  git('add', '.')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', file)
  return git('rev-parse', 'HEAD')
}

const first = commit('README.md')
const second = commit('services/api/süß "1".ts')
commit('services/web/index.ts')
const unknown = 'f'.repeat(40)

afterAll(() => rmSync(cwd, { recursive: true }))

describe.each(programs)('--service changed in $name', ({ command }) => {
  const report = async (live: string, changed: string, ...words: string[]) => {
    const server = await standIn((response, request) => {
      if (!request.url?.includes('/services?')) return created(response)
      response.end(request.method === 'GET' ? live : changed)
    })
    const env = { LEADLINE_URL: server.url, LEADLINE_API_KEY: 'ldl_key', GIT_SSH_COMMAND: 'false' }
    const run = await runReporter([...command, 'finish', 'success', '--service', ...words], { cwd, env })
    await server.close()
    return { ...run, received: server.received }
  }

  it('reports the services that Leadline finds to have changed', async () => {
    const live = `${first} api\n${second} web\n- worker\n`
    const { code, stderr, received } = await report(live, 'web\nworker\n', 'changed,cron')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('WARNING') })
    const [asked, told, ...events] = received
    expect(decodeURIComponent(asked?.url ?? '')).toBe(
      '/api/webhooks/deployments/services?repository=acme/shop&environment=production',
    )
    const blocks = told?.body.trim().split(/\n?since /)
    expect(new Set(blocks)).toEqual(
      new Set(['', `${first}\n services/api/süß "1".ts\n services/web/index.ts`, `${second}\n services/web/index.ts`]),
    )
    const services = events.flatMap(({ body }) => JSON.parse(body)).map(({ service }) => service)
    expect(services.sort()).toEqual(['cron', 'web', 'worker'])
  })

  it('says what this clone does not know', async () => {
    const { stderr, received } = await report(`${unknown} api\n`, 'api\n', 'changed')
    expect(stderr).toContain(
      `this clone does not have commit ${unknown}: services that are live at it count as changed`,
    )
    expect(received.map(({ body }) => body).slice(0, 2)).toEqual(['', ''])
    expect(JSON.parse(received[2]?.body ?? '{}')).toMatchObject({ service: 'api', status: 'success' })
  })

  it('asks once more, and takes nothing but commits to git', async () => {
    const hostile = `--output=${path.join(cwd, 'README.md')} api\n${first} web\n`
    const server = await standIn((response, request, earlier) => {
      if (!request.url?.includes('/services?')) return created(response)
      if (earlier === 0) return refused(response, 503)
      if (request.method === 'GET') return response.end(hostile)
      if (earlier > 2) return response.end('web\n')
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('web\n', () => response.destroy())
    })
    const env = { LEADLINE_URL: server.url, LEADLINE_API_KEY: 'ldl_key' }
    const { stderr } = await runReporter([...command, 'finish', 'success', '--service', 'changed'], { cwd, env })
    await server.close()
    expect(stderr).toContain('recorded: web to production, success')
    expect(server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST', 'POST'])
    expect(git('status', '--porcelain')).toBe('')
    expect(git('rev-parse', '--is-shallow-repository')).toBe('false')
  })

  it('finishes the services that start began', async () => {
    let changed = 'api\nweb\n'
    const server = await standIn((response, request) => {
      if (!request.url?.includes('/services?')) return created(response)
      response.end(request.method === 'GET' ? `${first} api\n${first} web\n` : changed)
    })
    const job = { GITLAB_CI: 'true', CI_PROJECT_ID: '7', CI_JOB_ID: server.url, CI_JOB_STATUS: 'success' }
    const env = { LEADLINE_URL: server.url, LEADLINE_API_KEY: 'ldl_key', ...job }
    await runReporter([...command, 'start', '--service', 'changed'], { cwd, env })
    changed = 'web\n'
    await runReporter([...command, 'finish', '--service', 'changed'], { cwd, env })
    await server.close()
    const events = server.received
      .filter(({ url }) => url?.endsWith('/deployments/batch') || url?.endsWith('/deployments'))
      .flatMap(({ body }) => JSON.parse(body))
    expect(events.map(({ service, status }) => `${service} ${status}`)).toEqual([
      'api in_progress',
      'web in_progress',
      'api success',
      'web success',
    ])
  })

  it('reports nothing where nothing changed', async () => {
    const { code, stderr, received } = await report(`${first} api\n`, '', 'changed', '--strict')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'leadline: nothing to report: no service of acme/shop changed since what is live\n',
    })
    expect(received.length).toBe(2)
  })

  it('reports nothing where Leadline does not know the services', async () => {
    const server = await standIn((response) => refused(response, 404))
    const env = { LEADLINE_URL: server.url, LEADLINE_API_KEY: 'ldl_key' }
    const words = ['finish', 'success', '--service', 'changed']
    const { code, stderr } = await runReporter([...command, ...words], { cwd, env })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('which services changed is not known'),
    })
    expect(stderr).toContain('it answered 404, Because of 404')
    expect((await runReporter([...command, ...words, '--strict'], { cwd, env })).code).toBe(1)
    await server.close()
  })
})
