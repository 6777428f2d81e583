import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { gitlabDeploymentEvent, gitlabMergeRequestEvent, gitlabPushEvent } from '@/lib/testing/gitlab-events'
import { gitlabWebhook } from './webhook'

const repository = { hostId: '15', fullName: 'acme/team/api' } as Parameters<typeof gitlabPushEvent>[0]
const reported = {
  hostId: '15',
  fullName: 'acme/team/api',
  defaultBranch: 'main',
  webUrl: 'https://gitlab.com/acme/team/api',
}

const read = (name: string, payload: unknown) =>
  gitlabWebhook.readEvents(new Headers({ 'X-Gitlab-Event': name }), payload)

describe('Merge Request Hook', () => {
  it('reports what it knows of one that is opened', () => {
    expect(read('Merge Request Hook', gitlabMergeRequestEvent(repository, 'open'))).toEqual([
      {
        kind: 'pull request',
        repository: reported,
        pullRequest: {
          number: 7,
          title: 'Book seats in trains of tomorrow',
          author: 'ada',
          baseBranch: 'main',
          state: 'open',
          openedAt: new Date('2026-03-02T08:00:00Z'),
          closedAt: null,
          mergedAt: null,
          mergeCommitSha: null,
          headCommitSha: 'a'.repeat(40),
          firstCommitSha: null,
          firstCommitAt: null,
          firstReviewAt: null,
          additions: null,
          deletions: null,
          paths: null,
          webUrl: 'https://gitlab.com/acme/team/api/-/merge_requests/7',
          updatedAt: new Date('2026-03-02T08:00:00Z'),
        },
      },
    ])
  })

  it('knows when it was merged at that moment only, and takes no one for the author then', () => {
    const merged = { state: 'merged', merge_commit_sha: 'c'.repeat(40), updated_at: '2026-03-02 11:00:00 +0200' }
    const at = new Date('2026-03-02T09:00:00Z')
    expect(read('Merge Request Hook', gitlabMergeRequestEvent(repository, 'merge', merged))).toMatchObject([
      { pullRequest: { state: 'merged', author: null, mergedAt: at, mergeCommitSha: 'c'.repeat(40), updatedAt: at } },
    ])
    expect(read('Merge Request Hook', gitlabMergeRequestEvent(repository, 'update', merged))).toMatchObject([
      { pullRequest: { state: 'merged', mergedAt: null } },
    ])
  })

  it('is refused without what it needs', () => {
    const payload = gitlabMergeRequestEvent(repository, 'open', { url: undefined })
    expect(() => read('Merge Request Hook', payload)).toThrow('Invalid payload: object_attributes.url is required')
    expect(() => read('Merge Request Hook', null)).toThrow('The body is not of the event that the header names')
  })
})

it.each([
  ['Push Hook', 'push'],
  ['Tag Push Hook', 'tag_push'],
])('%s names the tip, and nothing for a ref that is gone', (name, kind) => {
  const event = (fields = {}) => gitlabPushEvent(repository, { object_kind: kind, ...fields })
  expect(read(name, event())).toEqual([
    { kind: 'push', repository: reported, ref: 'refs/heads/main', tip: 'c'.repeat(40) },
  ])
  expect(read(name, event({ checkout_sha: null, after: '0'.repeat(40) }))).toEqual([])
})

describe('Deployment Hook', () => {
  const at = '2026-03-02 12:04:00 +0200'
  const changedAt = new Date('2026-03-02T10:04:00Z')

  it.each([
    ['running', 'in_progress', null],
    ['success', 'success', changedAt],
    ['failed', 'failure', changedAt],
    ['canceled', 'cancelled', changedAt],
  ])('%s', (status, expected, completedAt) => {
    expect(read('Deployment Hook', gitlabDeploymentEvent(repository, status, at))).toEqual([
      {
        kind: 'deployment',
        repository: reported,
        deployment: {
          hostId: '42',
          commitSha: 'c'.repeat(40),
          environment: 'production',
          status: expected,
          startedAt: changedAt,
          completedAt,
          branch: 'main',
          triggeredBy: 'ada',
          pipelineUrl: 'https://gitlab.com/acme/team/api/-/jobs/796',
        },
      },
    ])
  })

  it('skipped says nothing', () => {
    expect(read('Deployment Hook', gitlabDeploymentEvent(repository, 'skipped', at))).toEqual([])
  })
})

it.each(['Note Hook', 'Pipeline Hook', 'System Hook', ''])('%j says nothing', (name) => {
  expect(read(name, {})).toEqual([])
})

describe('who sent it', () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  const secret = `whsec_${key.toString('base64')}`
  const body = '{"object_kind":"push"}'
  const now = new Date('2026-03-02T10:00:00Z')
  const seconds = String(now.getTime() / 1000)
  const signature = (timestamp = seconds, id = 'id-1', text = body) =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
  const proofOf = (headers: Record<string, string>) => gitlabWebhook.readProof(new Headers(headers), secret, now)
  const isAuthentic = (headers: Record<string, string>) => proofOf(headers)?.covers(Buffer.from(body)) ?? false
  const signed = { 'webhook-id': 'id-1', 'webhook-timestamp': seconds, 'webhook-signature': signature() }

  it('is known by the secret token', () => {
    expect(isAuthentic({ 'X-Gitlab-Token': secret })).toBe(true)
    for (const token of ['', 'whsec_', `${secret}x`]) expect(isAuthentic({ 'X-Gitlab-Token': token })).toBe(false)
    expect(isAuthentic({})).toBe(false)
  })

  it('is known before there is a body, but for the signature', () => {
    expect(proofOf({ 'X-Gitlab-Token': 'wrong' })).toBeNull()
    expect(proofOf({ ...signed, 'webhook-timestamp': '1700000000' })).toBeNull()
    expect(proofOf({ ...signed, 'webhook-signature': 'v1,bm90aGluZw==' })).not.toBeNull()
  })

  it('is known by the signature', () => {
    expect(isAuthentic(signed)).toBe(true)
    expect(isAuthentic({ ...signed, 'webhook-signature': `v1,bm90aGluZw== ${signature()}` })).toBe(true)
  })

  it.each([
    ['another id', { 'webhook-id': 'id-2' }],
    ['another time', { 'webhook-timestamp': String(Number(seconds) + 1) }],
    ['another body', { 'webhook-signature': signature(seconds, 'id-1', '{}') }],
    ['another version', { 'webhook-signature': signature().replace('v1', 'v2') }],
    ['an old one', { 'webhook-timestamp': '1700000000', 'webhook-signature': signature('1700000000') }],
    ['no time', { 'webhook-timestamp': 'now', 'webhook-signature': signature('now') }],
  ])('is not known by the signature of %s', (_, headers) => {
    expect(isAuthentic({ ...signed, ...headers })).toBe(false)
  })

  it('tells deliveries apart by the key that stays when it tries again', () => {
    const token = { 'X-Gitlab-Token': secret, 'X-Gitlab-Event-UUID': 'of-the-event' }
    expect(proofOf(token)?.deliveryIdOf(Buffer.from(''))).toBe('of-the-event')
    expect(proofOf({ ...token, 'Idempotency-Key': 'of-the-delivery' })?.deliveryIdOf(Buffer.from(''))).toBe(
      'of-the-delivery',
    )
  })

  it('tells signed deliveries apart by the id that is signed, and by no other', () => {
    const other = { 'X-Gitlab-Event-UUID': 'of-the-event', 'Idempotency-Key': 'of-the-delivery' }
    expect(proofOf({ ...signed, ...other })?.deliveryIdOf(Buffer.from(''))).toBe('id-1')
  })
})
