import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { leadline, leadlineJson, leadlineReading } from '@/lib/testing/command-line'
import { postEvent } from '@/lib/testing/webhook'
import { version } from '@/package.json'

let clone: string

beforeAll(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'leadline-cli-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args])
  git('init', '--quiet', '--initial-branch=main')
  for (const number of [1, 2, 3])
    git('commit', '--quiet', '--allow-empty', '--message', `Change ${number} (#${number})`)
  git('tag', '--annotate', '--message', 'Version 1', 'v1', 'HEAD~2')
})

afterAll(() => rmSync(clone, { recursive: true }))

const shaOf = (revision: string) =>
  execFileSync('git', ['-C', clone, 'rev-parse', revision], { encoding: 'utf8' }).trim()

describe('leadline', () => {
  it('goes from nothing to a linked deployment', async () => {
    const created = await leadlineJson('org', 'create', '--slug', 'acme', '--name', 'Acme')
    expect(created).toMatchObject({ slug: 'acme', name: 'Acme', plan: 'free', trialStartedAt: null })

    const key = (await leadlineJson('key', 'create', '--org', 'acme', '--name', 'ci')) as { id: number; key: string }
    expect(key).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^ldl_[0-9A-Za-z]{46}$/) })

    const git = ['import', 'git', '--org', 'acme', '--repository', 'acme/api', '--path', clone]
    expect(await leadlineJson(...git)).toEqual({ repository: 'acme/api', commits: 3, pullRequests: 3, shallow: false })
    expect(await leadlineJson(...git)).toEqual({ repository: 'acme/api', commits: 0, pullRequests: 0, shallow: false })

    const answer = await postEvent(key.key, {
      deploymentId: 'build-1',
      service: 'api',
      environment: 'production',
      status: 'success',
      commitSha: shaOf('HEAD'),
      previousCommitSha: shaOf('v1'),
      startedAt: '2026-03-02T10:00:00Z',
      completedAt: '2026-03-02T10:05:00Z',
    })
    expect(answer.body).toMatchObject({ action: 'created' })

    // Linking goes on after the answer where other work keeps every core busy.
    await vi.waitFor(async () => {
      expect(await leadlineJson('deployment', 'list', '--org', 'acme')).toMatchObject([
        { deploymentId: 'build-1', status: 'success', linkedPRs: 2 },
      ])
    }, 60_000)
    const shown = await leadlineJson('deployment', 'show', '--org', 'acme', '--deployment', 'build-1')
    expect(shown).toMatchObject({
      repository: 'acme/api',
      linkedPRs: 2,
      reason: null,
      timeline: [{ status: 'success' }],
      pullRequests: [
        { number: 2, title: 'Change 2', method: 'range', leadTimeSeconds: expect.any(Number) },
        { number: 3, title: 'Change 3', method: 'merge-commit', leadTimeSeconds: expect.any(Number) },
      ],
    })
    expect(await leadlineJson('org', 'show', '--org', 'acme')).toMatchObject({ trialStartedAt: expect.any(String) })
    expect(await leadlineJson('org', 'plan', '--org', 'acme', '--plan', 'business')).toMatchObject({ plan: 'business' })
    expect(await leadlineJson('org', 'list')).toContainEqual(
      expect.objectContaining({ slug: 'acme', plan: 'business', trialEndsAt: expect.any(String) }),
    )

    expect(await leadlineJson('key', 'revoke', '--org', 'acme', '--id', String(key.id))).toEqual({
      id: key.id,
      revoked: true,
    })
    const [listed] = (await leadlineJson('key', 'list', '--org', 'acme')) as Record<string, unknown>[]
    expect(listed).toMatchObject({
      id: key.id,
      name: 'ci',
      display: `ldl_…${key.key.slice(-4)}`,
      revokedAt: expect.any(String),
    })
    expect(JSON.stringify(listed)).not.toContain(key.key.slice(4, -4))

    await postEvent(key.key, {})
    await finishRequestLog()
    expect(await leadlineJson('requests', '--org', 'acme')).toMatchObject([
      { statusCode: 401, outcome: 'Invalid or missing API key', key: { name: 'ci', revoked: true } },
      { statusCode: 201, outcome: 'created, 2 pull requests linked', deploymentId: 'build-1' },
    ])
    expect(await leadlineJson('requests', '--org', 'acme', '--refused')).toHaveLength(1)
    expect(await leadlineJson('requests', '--org', 'acme', '--limit', '1')).toMatchObject([{ statusCode: 401 }])
    expect((await leadline('requests', '--org', 'acme')).stdout).toMatch(/401 +ci \(revoked\) +— +Invalid or missing/)
  })

  it('creates an organization with its owner, whose password is piped in', async () => {
    const email = 'ada@owner.example'
    const create = ['org', 'create', '--slug', 'owned', '--name', 'Owned', '--owner-email', email]
    expect(await leadline(...create, '--owner-password', 'correct horse')).toMatchObject({ code: 2, stdout: '' })
    expect(await leadline(...create)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: Password of the owner was not entered. Pipe it in, or run this in a terminal.\n',
    })
    const created = await leadlineReading('correct horse\n', ...create)
    expect(created).toMatchObject({ code: 0, stderr: '' })
    expect(created.stdout).not.toContain('correct horse')
    expect(await leadlineJson('member', 'list', '--org', 'owned')).toMatchObject([{ email, role: 'owner' }])
    const signIn = { email, password: 'correct horse', address: null }
    expect(await signInWithPassword(signIn)).toMatchObject({ userId: expect.any(Number) })
  })

  it('prints for people as well', async () => {
    await leadlineJson('org', 'create', '--slug', 'people', '--name', 'People')
    expect((await leadline('deployment', 'list', '--org', 'people')).stdout).toContain('has no deployment yet')
    expect((await leadline('key', 'list', '--org', 'people')).stdout).toContain('leadline key create')
    expect((await leadline('requests', '--org', 'people')).stdout).toContain('No request with a key of people')
    expect((await leadline('org', 'show', '--org', 'people')).stdout).toMatch(/Plan\s+free/)
    expect((await leadline('migrate')).stdout).toBe('The database is up to date\n')
  })

  it.each([
    [[], 'Usage: leadline'],
    [['--help'], 'Usage: leadline'],
    [['key', 'create', '--help'], 'what the key is for (required)'],
    [['import', 'git', '--help'], '--path'],
  ])('explains itself: %j', async (args, text) => {
    const { stdout, stderr } = await leadline(...args)
    expect(stdout + stderr).toContain(text)
  })

  it.each([
    ['an unknown command', ['fly'], 2],
    ['a missing option', ['org', 'create', '--slug', 'x'], 2],
    ['an unknown plan', ['org', 'plan', '--org', 'x', '--plan', 'gold'], 2],
    ['an id that is no number', ['key', 'revoke', '--org', 'x', '--id', 'one'], 2],
    ['a limit of zero', ['deployment', 'list', '--org', 'x', '--limit', '0'], 2],
    ['a filter that is empty', ['deployment', 'list', '--org', 'x', '--service', ''], 2],
    ['a status that there is not', ['deployment', 'list', '--org', 'x', '--status', 'fine'], 2],
    ['settings that are not named', ['org', 'settings', '--org', 'x'], 2],
    ['nothing to correct', ['deployment', 'correct', '--org', 'x', '--deployment', 'y', '--reason', 'z'], 2],
    ['an unknown organization', ['org', 'show', '--org', 'nobody'], 1],
    ['a slug with capitals', ['org', 'create', '--slug', 'Acme', '--name', 'x'], 2],
    ['a reserved slug', ['org', 'create', '--slug', 'api', '--name', 'x'], 2],
    ['a new slug that nothing can have', ['org', 'rename', '--org', 'x', '--slug', 'A'], 2],
    ['a zone that is none', ['org', 'settings', '--org', 'x', '--time-zone', 'Mars/Olympus'], 2],
    ['an offset for a zone', ['org', 'settings', '--org', 'x', '--time-zone', '+02:00'], 2],
    ['a folder that is no clone', ['import', 'git', '--org', 'nobody', '--repository', 'x', '--path', '/nowhere'], 1],
  ])('fails clearly for %s', async (_name, args, code) => {
    const run = await leadline(...args)
    expect(run.code).toBe(code)
    expect(run.stdout).toBe('')
    expect(run.stderr).toMatch(/^error: \S/)
  })

  it('says its version', async () => {
    const { stdout } = await leadline('--version')
    expect(stdout.trim()).toBe(version)
  })

  it('says in JSON as well that it did not understand', async () => {
    const { code, stderr } = await leadline('org', 'show', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stderr).error).toContain('--org')
  })

  it('fails in JSON for machines', async () => {
    const { code, stderr } = await leadline('org', 'show', '--org', 'nobody', '--json')
    expect({ code, error: JSON.parse(stderr) }).toEqual({
      code: 1,
      error: { error: 'No organization with slug "nobody"' },
    })
  })
})
