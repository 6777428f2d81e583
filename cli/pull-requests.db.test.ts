import { beforeAll, describe, expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { ship } from '@/lib/testing/pull-requests'

let org: [string, string]

beforeAll(async () => {
  const { organization } = await createTenant()
  org = ['--org', organization.slug]
  const repository = await createRepository(organization.id, 'acme/api')
  const live = await createPullRequest(repository, { number: 1 })
  await createPullRequest(repository, { number: 2, mergedAt: new Date(Date.now() - 3_600_000).toISOString() })
  await createPullRequest(repository, { number: 7, mergedAt: '2026-03-01T10:00:00Z' })
  await ship(repository, { deploymentId: 'run-1', minute: 5, pullRequests: [live] })
})

describe('leadline pr', () => {
  it('says whether a pull request is live, also by its exit code', async () => {
    const prLive = (...args: string[]) => leadline('pr', 'live', ...org, '--repository', 'api', ...args)
    const [live, waiting, inWords, unknown, wrong] = await Promise.all([
      prLive('--number', '1'),
      prLive('--number', '2', '--json'),
      prLive('--number', '2'),
      prLive('--number', '3', '--json'),
      prLive('--number', 'one'),
    ])
    expect(live).toMatchObject({ code: 0, stderr: '' })
    expect(live.stdout).toContain('2026-03-02T12:05:00.000Z')
    expect(live.stdout).toContain('it was merged between the previous commit and this one')
    expect(live.stdout).toMatch(/^Lead time +5 min$/m)
    expect(waiting.code).toBe(3)
    expect(JSON.parse(waiting.stdout)).toMatchObject({ live: false, notLive: { why: 'merged, not deployed' } })
    expect(inWords.stdout).toContain('merged, not deployed')
    expect(inWords.stdout).not.toContain('Since')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(unknown.stderr)).toEqual({ error: 'The repository has no pull request with this number' })
    expect(wrong.code).toBe(2)
  })

  it('says how long the pull requests of a deployment took, in words for people and in seconds for machines', async () => {
    const show = (...args: string[]) => leadline('deployment', 'show', ...org, '--deployment', 'run-1', ...args)
    const [inWords, asJson] = await Promise.all([show(), show('--json')])
    expect(inWords.stdout).toMatch(/^#1 +range +5 min +/m)
    expect(inWords.stdout).toMatch(/^Duration +0 s$/m)
    expect(JSON.parse(asJson.stdout)).toMatchObject({ pullRequests: [{ number: 1, leadTimeSeconds: 300 }] })
  })

  it('takes what was merged before the first deployment for live', async () => {
    const prLive = (...args: string[]) =>
      leadline('pr', 'live', ...org, '--repository', 'acme/api', '--number', '7', ...args)
    const [inWords, asJson] = await Promise.all([prLive(), prLive('--json')])
    expect(inWords).toMatchObject({ code: 0, stderr: '' })
    expect(inWords.stdout).toMatch(/^Since +before the first deployment of \S+ \(2026-03-02T12:05:00\.000Z\)$/m)
    expect(inWords.stdout).not.toContain('Lead time')
    expect(asJson.code).toBe(0)
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      live: true,
      since: null,
      beforeFirstDeployment: true,
      firstDeployment: { deploymentId: 'run-1', completedAt: '2026-03-02T12:05:00.000Z' },
      leadTimeSeconds: null,
      notLive: null,
    })
  })

  it('lists pull requests and what is not deployed', async () => {
    const [list, undeployed, refused] = await Promise.all([
      leadline('pr', 'list', ...org, '--state', 'live', '--json'),
      leadline('pr', 'undeployed', ...org, '--repository', 'api'),
      leadline('pr', 'list', ...org, '--q', 'ab'),
    ])
    expect(JSON.parse(list.stdout)).toMatchObject([
      { number: 1, delivery: { deploymentId: 'run-1' }, liveBefore: null },
      { number: 7, delivery: null, liveBefore: { deploymentId: 'run-1' }, notLive: null },
    ])
    expect(undeployed.stdout).toMatch(/api +acme\/api +#2 .* 1 h( \d+ min)? +Change 2/)
    expect(undeployed.stdout).not.toContain('#1 ')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--q needs a number') })
  })

  it('refuses unknown names, and says where to find the known ones', async () => {
    const runs = await Promise.all([
      leadline('pr', 'list', ...org, '--repository', 'typo', '--json'),
      leadline('pr', 'undeployed', ...org, '--repository', 'typo', '--service', 'other', '--json'),
    ])
    const repository = `No repository is called “typo”. Full names: leadline repository list ${org.join(' ')}`
    const service = `No service is called “other”. Services: leadline service list ${org.join(' ')}`
    expect(runs).toMatchObject(Array(2).fill({ code: 1, stdout: '' }))
    expect(runs.map(({ stderr }) => JSON.parse(stderr).error)).toEqual([repository, `${repository}\n${service}`])
  })

  it('takes names that are known as they are spelled, also where there is nothing to list', async () => {
    const [none, waiting] = await Promise.all([
      leadline('pr', 'list', ...org, '--repository', 'API', '--state', 'closed', '--json'),
      leadline('pr', 'undeployed', ...org, '--repository', 'api', '--service', ' API', '--json'),
    ])
    expect(none).toMatchObject({ code: 0, stdout: '[]\n' })
    expect(JSON.parse(waiting.stdout)).toMatchObject([{ pullRequests: [{ number: 2 }] }])
  })

  it('reads with a key of its scope', async () => {
    const created = await leadline('key', 'create', ...org, '--name', 'bot', '--scope', 'read', '--json')
    expect(JSON.parse(created.stdout)).toEqual({ id: expect.any(Number), key: expect.any(String) })
    expect((await leadline('key', 'list', ...org)).stdout).toMatch(/read +bot/)
    expect((await leadline('key', 'create', ...org, '--name', 'bot', '--scope', 'all')).code).toBe(2)
  })
})
