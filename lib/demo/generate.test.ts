import { describe, expect, test } from 'vitest'
import { correctedDate } from '@/lib/deployments/commits/graph'
import { generateDemo } from './generate'

const weekSeconds = 7 * 86_400

function seconds(date: Date): number {
  return date.getTime() / 1000
}

test('the same instant gives the same demo', () => {
  const now = new Date('2026-11-20T15:30:00Z')
  expect(generateDemo(now)).toEqual(generateDemo(now))
})

describe.each(['2026-11-20T15:30:00Z', '2027-03-07T23:59:59Z', '2028-02-29T00:00:00Z'])('at %s', (instant) => {
  const now = new Date(instant)
  const demo = generateDemo(now)
  const deployments = demo.flatMap((repository) => repository.deployments)
  const production = deployments.filter(({ state }) => state.production)

  test('it has the size of a company', () => {
    expect(demo).toHaveLength(6)
    expect(production.length).toBeGreaterThan(2_500)
    expect(production.length).toBeLessThan(4_000)
    expect(demo.flatMap(({ pullRequests }) => pullRequests).length).toBeGreaterThan(5_000)
    expect(demo.flatMap(({ commits }) => commits).length).toBeGreaterThan(14_000)
  })

  test('nothing is dated in the future', () => {
    const dates = [
      ...demo.flatMap(({ commits }) => commits.map(({ committedAt }) => committedAt)),
      ...demo.flatMap(({ pullRequests }) =>
        pullRequests.flatMap((p) => [
          p.firstCommitAt,
          p.openedAt,
          p.firstReviewAt ?? p.openedAt,
          p.mergedAt ?? p.openedAt,
        ]),
      ),
      ...deployments.flatMap(({ events }) =>
        events.flatMap(({ startedAt, completedAt, receivedAt }) => [startedAt, completedAt ?? startedAt, receivedAt]),
      ),
    ]
    expect(
      Math.max(
        ...dates
          .map(Number)
          .sort((a, b) => a - b)
          .slice(-1),
      ),
    ).toBeLessThanOrEqual(now.getTime())
  })

  test.each(demo)('every commit of $fullName comes after its parents', ({ commits }) => {
    const known = new Map(commits.map((commit) => [commit.sha, commit]))
    expect(known.size).toBe(commits.length)
    const wrong = commits.filter(({ parents, committedAt, generation }) => {
      const found = parents.flatMap((parent) => known.get(parent) ?? [])
      const expected = correctedDate(
        seconds(committedAt),
        found.map((parent) => parent.generation),
      )
      return (
        found.length !== parents.length ||
        generation !== expected ||
        found.some((parent) => parent.committedAt >= committedAt)
      )
    })
    expect(wrong).toEqual([])
    expect(commits.filter(({ parents }) => parents.length === 0)).toHaveLength(1)
  })

  test.each(demo)('a merged pull request of $fullName has its merge commit, an open one has none', (repository) => {
    const committed = new Map(repository.commits.map(({ sha, committedAt }) => [sha, committedAt.getTime()]))
    const wrong = repository.pullRequests.filter(
      ({ mergedAt, mergeCommitSha, firstCommitAt }) =>
        mergedAt?.getTime() !== (mergeCommitSha === null ? undefined : committed.get(mergeCommitSha)) ||
        (mergedAt !== null && firstCommitAt >= mergedAt),
    )
    expect(wrong).toEqual([])
    expect(new Set(repository.pullRequests.map(({ number }) => number)).size).toBe(repository.pullRequests.length)
  })

  test('a pull request is opened after its first commit, reviewed after that and merged last', () => {
    const wrong = demo
      .flatMap(({ pullRequests }) => pullRequests)
      .filter(({ state, firstCommitAt, openedAt, firstReviewAt, mergedAt, additions, deletions }) => {
        const instants = [firstCommitAt, openedAt, firstReviewAt, mergedAt].flatMap(
          (instant) => instant?.getTime() ?? [],
        )
        const inOrder = instants.every((instant, index) => index === 0 || instant >= (instants[index - 1] ?? 0))
        return !inOrder || (state === 'merged') !== (mergedAt !== null) || additions < 0 || deletions > additions
      })
    expect(wrong).toEqual([])
  })

  test('production sees every status, and there are other environments', () => {
    const statuses = new Set(production.map(({ state }) => state.status))
    expect([...statuses].sort()).toEqual(['cancelled', 'failure', 'in_progress', 'pending', 'rolled_back', 'success'])
    expect(new Set(deployments.map(({ state }) => state.environment))).toEqual(
      new Set(['production', 'staging', 'preview']),
    )
  })

  test('every service but the dormant one reached production within the last week', () => {
    const recent = production.filter(
      ({ state }) => state.status === 'success' && seconds(now) - seconds(state.startedAt) < weekSeconds,
    )
    expect([...new Set(recent.map(({ state }) => state.service))]).toEqual(
      expect.arrayContaining(['booking-api', 'timetable', 'payments', 'boarding', 'fleet-tracker']),
    )
  })

  test('each deployment has an id of its own', () => {
    expect(new Set(deployments.map(({ state }) => state.deploymentId)).size).toBe(deployments.length)
  })
})
