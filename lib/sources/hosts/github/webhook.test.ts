import { sign } from '@octokit/webhooks-methods'
import { describe, expect, it } from 'vitest'
import {
  githubDeploymentEvent,
  githubInstallationEvent,
  githubPullRequestEvent,
  githubPushEvent,
  githubRemovalEvent,
  githubRepository,
  mergedFields,
} from '@/lib/testing/github-events'
import { githubWebhook } from './webhook'

const repository = { hostId: '1296269', fullName: 'acme/api' } as Parameters<typeof githubPushEvent>[0]
const reported = {
  hostId: '1296269',
  fullName: 'acme/api',
  defaultBranch: 'main',
  webUrl: 'https://github.com/acme/api',
}

const read = (name: string, payload: unknown) =>
  githubWebhook.readEvents(new Headers({ 'X-GitHub-Event': name }), payload)

describe('pull_request', () => {
  it('open: no merge commit, though GitHub names a trial one', () => {
    expect(read('pull_request', githubPullRequestEvent(repository, 'opened'))).toEqual([
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
          additions: 12,
          deletions: 3,
          paths: null,
          webUrl: 'https://github.com/acme/api/pull/7',
          updatedAt: new Date('2026-03-02T08:00:00Z'),
        },
      },
    ])
  })

  it('merged: with its commit on the base branch', () => {
    const [event] = read('pull_request', githubPullRequestEvent(repository, 'closed', mergedFields))
    expect(event).toMatchObject({
      pullRequest: { state: 'merged', mergeCommitSha: 'c'.repeat(40), mergedAt: new Date('2026-03-02T09:00:00Z') },
    })
  })

  it.each(['edited', 'reopened', 'synchronize', 'labeled', 'ready_for_review'])(
    '%s reports how it is now',
    (action) => {
      expect(read('pull_request', githubPullRequestEvent(repository, action))).toHaveLength(1)
    },
  )

  it('of a user whose account is gone', () => {
    const [event] = read('pull_request', githubPullRequestEvent(repository, 'closed', { user: null }))
    expect(event).toMatchObject({ pullRequest: { author: null } })
  })

  it.each([
    ['pull_request.merged_at is required', { merged_at: undefined }],
    ['pull_request.updated_at is not as expected', { updated_at: 'yesterday' }],
    ['pull_request.html_url is not as expected', { html_url: 'javascript:alert(1)' }],
    ['pull_request.number is not as expected', { number: -1 }],
  ])('is refused: %s', (reason, fields) => {
    expect(() => read('pull_request', githubPullRequestEvent(repository, 'opened', fields))).toThrow(
      `Invalid payload: ${reason}`,
    )
  })
})

describe('push', () => {
  it('of a branch, forced or not, and of a tag', () => {
    const tip = 'c'.repeat(40)
    expect(read('push', githubPushEvent(repository, { forced: true }))).toEqual([
      { kind: 'push', repository: reported, ref: 'refs/heads/main', tip },
    ])
    expect(read('push', githubPushEvent(repository, { ref: 'refs/tags/v1' }))).toMatchObject([{ ref: 'refs/tags/v1' }])
  })

  it('that deletes says nothing', () => {
    expect(read('push', githubPushEvent(repository, { deleted: true, after: '0'.repeat(40) }))).toEqual([])
  })
})

describe('repository', () => {
  it.each([
    ['renamed', 'renamed'],
    ['transferred', 'renamed'],
    ['deleted', 'removed'],
    ['archived', 'changed'],
    ['privatized', 'changed'],
    ['edited', 'changed'],
  ])('%s', (action, change) => {
    const payload = { action, repository: githubRepository(repository) }
    expect(read('repository', payload)).toEqual([{ kind: 'repository', repository: reported, change }])
  })

  it('created says nothing: it is not chosen yet', () => {
    expect(read('repository', { action: 'created', repository: githubRepository(repository) })).toEqual([])
  })
})

describe('installation', () => {
  it.each([
    ['created', 'granted'],
    ['unsuspend', 'granted'],
    ['deleted', 'removed'],
    ['suspend', 'removed'],
  ])('%s', (action, change) => {
    expect(read('installation', githubInstallationEvent(action))).toEqual([
      { kind: 'access', installationId: '77', change },
    ])
  })

  it('that takes a repository away', () => {
    expect(read('installation_repositories', githubRemovalEvent(repository))).toEqual([
      { kind: 'repository', change: 'removed', repository: { ...reported, defaultBranch: null } },
    ])
  })

  it('that takes a repository away many times does so once', () => {
    const { repositories_removed: removed, ...event } = githubRemovalEvent(repository)
    const many = { ...event, repositories_removed: Array(1_000).fill(removed[0]) }
    expect(read('installation_repositories', many)).toHaveLength(1)
  })

  it.each(['//[', '/\\[/api', 'acme', 'acme/api/x', 'x'.repeat(2_000)])(
    'that takes away %s is not understood',
    (name) => {
      const event = githubRemovalEvent({ ...repository, fullName: name })
      expect(() => read('installation_repositories', event)).toThrow('full_name is not as expected')
    },
  )
})

describe('deployment_status', () => {
  it.each([
    ['queued', 'pending', null],
    ['pending', 'pending', null],
    ['in_progress', 'in_progress', null],
    ['success', 'success', new Date('2026-03-02T10:04:00Z')],
    ['failure', 'failure', new Date('2026-03-02T10:04:00Z')],
    ['error', 'failure', new Date('2026-03-02T10:04:00Z')],
  ])('%s', (state, status, completedAt) => {
    expect(read('deployment_status', githubDeploymentEvent(repository, state, '2026-03-02T10:04:00Z'))).toEqual([
      {
        kind: 'deployment',
        repository: reported,
        deployment: {
          hostId: '42',
          commitSha: 'c'.repeat(40),
          environment: 'production',
          status,
          startedAt: new Date('2026-03-02T10:00:00Z'),
          completedAt,
          branch: 'main',
          triggeredBy: 'ada',
          pipelineUrl: 'https://github.com/acme/api/actions/runs/1/job/2',
        },
      },
    ])
  })

  it.each(['inactive', 'something new'])('%s says nothing', (state) => {
    expect(read('deployment_status', githubDeploymentEvent(repository, state, '2026-03-02T10:04:00Z'))).toEqual([])
  })

  it('links to nothing but http', () => {
    const payload = githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')
    payload.deployment_status.log_url = 'javascript:alert(1)'
    expect(read('deployment_status', payload)).toMatchObject([{ deployment: { pipelineUrl: null } }])
  })
})

it.each(['ping', 'star', 'constructor', ''])('%j says nothing', (name) => {
  expect(read(name, { zen: 'Design for failure.' })).toEqual([])
})

describe('signature', () => {
  const [secret, text] = ['whsec_c2VjcmV0', '{"zen":"Später."}']
  const isAuthentic = (header: string | null, body = text) => {
    const headers = new Headers(header === null ? {} : { 'X-Hub-Signature-256': header })
    return githubWebhook.readProof(headers, secret, new Date())?.covers(Buffer.from(body)) ?? null
  }

  it('is the one that GitHub’s own library makes', async () => {
    expect(isAuthentic(await sign(secret, text))).toBe(true)
  })

  it('fits these bytes and this secret alone', async () => {
    expect(isAuthentic(await sign(secret, text), text.replace('S', 's'))).toBe(false)
    expect(isAuthentic(await sign('another', text))).toBe(false)
    expect(isAuthentic(`sha256=${'0'.repeat(64)}`)).toBe(false)
  })

  it('is missed before there is a body', async () => {
    expect(isAuthentic((await sign(secret, text)).toUpperCase())).toBeNull()
    for (const header of [null, '', 'sha256=', 'sha1=5d61605c3feea9799210ddcb71307d4ba264225f']) {
      expect(isAuthentic(header)).toBeNull()
    }
  })
})
