import { describe, expect, it } from 'vitest'
import {
  type CandidatePullRequest,
  chooseCommit,
  deliversPullRequests,
  keepsPullRequests,
  leadTimeSeconds,
  linkBetween,
  linkExactly,
  repositoriesOfService,
  unlinkedReasonOf,
} from './rules'

const merged = new Date('2026-03-01T12:00:00Z')
const sha = 'a'.repeat(40)

function pullRequest(fields: Partial<CandidatePullRequest>): CandidatePullRequest {
  return {
    id: 1,
    baseBranch: 'main',
    mergedAt: merged,
    mergeCommitSha: null,
    headCommitSha: null,
    firstCommitSha: null,
    ...fields,
  }
}

describe('which deployments ship pull requests', () => {
  it('only production, only success and rolled back; of those only the success counts', () => {
    const statuses = ['pending', 'in_progress', 'success', 'failure', 'cancelled', 'rolled_back'] as const
    const those = (rule: typeof keepsPullRequests, production: boolean) =>
      statuses.filter((status) => rule({ status, production, voided: false }))
    expect(those(keepsPullRequests, true)).toEqual(['success', 'rolled_back'])
    expect(those(deliversPullRequests, true)).toEqual(['success'])
    expect(those(keepsPullRequests, false)).toEqual([])
    expect(those(deliversPullRequests, false)).toEqual([])
    expect(keepsPullRequests({ status: 'success', production: true, voided: true })).toBe(false)
  })

  it('says why the others have none', () => {
    const reason = (fields: Partial<Parameters<typeof unlinkedReasonOf>[0]>) =>
      unlinkedReasonOf({
        status: 'success',
        production: true,
        voided: false,
        unlinkedReason: 'unknown commit',
        ...fields,
      })
    expect(reason({})).toBe('unknown commit')
    expect(reason({ voided: true, production: false })).toBe('voided')
    expect(reason({ production: false })).toBe('not a production environment')
    expect(reason({ status: 'failure' })).toBe('not successful')
    expect(reason({ status: 'rolled_back' })).toBe('rolled back')
  })
})

describe('the repository that a service names', () => {
  const api = { id: 1, nameKey: 'api', fullNameKey: 'acme/api', globs: null }
  const other = { id: 2, nameKey: 'api', fullNameKey: 'fork/api', globs: null }
  const web = { id: 3, nameKey: 'web', fullNameKey: 'acme/web', globs: null }

  it('is the one of that name, ignoring case and space, before one with that alias', () => {
    expect(repositoriesOfService(' API ', [web, api])).toEqual([api])
  })

  it('is the one with owner when the owner is given', () => {
    expect(repositoriesOfService('Acme/Api', [api])).toEqual([api])
  })

  it('is the one with that alias when none has the name', () => {
    expect(repositoriesOfService('frontend', [web])).toEqual([web])
  })

  it('is the one that has paths of it, before one of that name', () => {
    const monorepo = { id: 4, nameKey: 'platform', fullNameKey: 'acme/platform', globs: ['api/**'] }
    expect(repositoriesOfService('api', [api, monorepo])).toEqual([monorepo])
  })

  it('is undecided between owners when only the name is given', () => {
    expect(repositoriesOfService('api', [api, other])).toEqual([api, other])
  })
})

describe('the commit that a SHA means', () => {
  const known = { repositoryId: 1, sha, inGraph: true }

  it('is the only match, known as a commit when any source knows it as one', () => {
    expect(chooseCommit(sha, [{ ...known, inGraph: false }, known], false)).toEqual(known)
  })

  it('is unknown without a match', () => {
    expect(chooseCommit(sha, [], true)).toBe('unknown commit')
  })

  it('is ambiguous when a short SHA begins two commits', () => {
    expect(chooseCommit('aaaaaaa', [known, { ...known, sha: `${'a'.repeat(39)}b` }], true)).toBe('ambiguous short SHA')
  })

  it('needs one repository', () => {
    expect(chooseCommit(sha, [known, { ...known, repositoryId: 2 }], false)).toBe(
      'commit found in several repositories',
    )
  })

  it.each([5, 6])('with %i characters counts only within a named repository', (length) => {
    expect(chooseCommit(sha.slice(0, length), [known], false)).toBe('short SHA needs a service')
    expect(chooseCommit(sha.slice(0, length), [known], true)).toEqual(known)
  })

  it('with 7 characters counts everywhere', () => {
    expect(chooseCommit(sha.slice(0, 7), [known], false)).toEqual(known)
  })
})

describe('links by the deployed commit alone', () => {
  it('prefer the merge commit to the head commit', () => {
    const linking = linkExactly(sha, [
      pullRequest({ id: 1, headCommitSha: sha }),
      pullRequest({ id: 2, mergeCommitSha: sha }),
    ])
    expect(linking.links).toMatchObject([{ pullRequestId: 2, method: 'merge-commit' }])
  })

  it('fall back to the head commit', () => {
    const linking = linkExactly(sha, [pullRequest({ headCommitSha: sha })])
    expect(linking.links).toMatchObject([{ pullRequestId: 1, method: 'head-commit' }])
  })

  it('leave out what is not merged, and say so', () => {
    const linking = linkExactly(sha, [pullRequest({ headCommitSha: sha, mergedAt: null })])
    expect(linking).toEqual({ links: [], reason: 'not merged' })
  })

  it('say when the commit belongs to no pull request', () => {
    expect(linkExactly(sha, [])).toEqual({ links: [], reason: 'no pull request for commit' })
  })
})

describe('links between two commits', () => {
  it('name the deployed commit’s own pull request by its merge commit, the others by the method', () => {
    const linking = linkBetween(sha, [pullRequest({ mergeCommitSha: sha }), pullRequest({ id: 2 })], 'time-window')
    expect(linking.links.map(({ method }) => method)).toEqual(['merge-commit', 'time-window'])
  })

  it('say when nothing lies between', () => {
    expect(linkBetween(sha, [], 'range').reason).toBe('no pull request since previous commit')
  })
})

it('lead time is whole seconds from merge to completion, negative when clocks disagree', () => {
  expect(leadTimeSeconds(merged, new Date('2026-03-01T13:00:00.400Z'))).toBe(3600)
  expect(leadTimeSeconds(merged, new Date('2026-03-01T11:59:50Z'))).toBe(-10)
})
