import { activityOn, day, type EpochSeconds, hour, isWeekend, minute, toOfficeHours, weekdayOf } from './calendar'
import type { Person } from './people'
import type { Random } from './random'
import type { Service } from './service'
import { titleOf } from './titles'

/** The period that a history covers; merges planned after `now` are pull requests that are still open. */
export type Period = { origin: EpochSeconds; today: EpochSeconds; now: EpochSeconds }

export type PlannedPullRequest = {
  kind: 'pull-request'
  /** When it is merged. */
  at: EpochSeconds
  /** Of its own commits, in order. */
  commitTimes: readonly EpochSeconds[]
  author: Person
  title: string
  number: number
  intoRelease: boolean
}

export type PlannedChange =
  | PlannedPullRequest
  | { kind: 'direct-commit'; at: EpochSeconds; author: Person }
  | { kind: 'release-cut'; at: EpochSeconds; author: Person }

const daysAhead = 8
const shortestCycle = 20 * minute

/** Everything that happens to the branches of a repository, in the order in which it happens. */
export function planChanges(service: Service, period: Period, random: Random): PlannedChange[] {
  const changes: PlannedChange[] = []
  const end = period.today + daysAhead * day
  for (let date = period.origin + day; date < end; date += day) {
    const share = (date - period.origin) / (end - period.origin)
    const perDay = service.mergesPerDay * activityOn(date) * (1 + service.growth * (share - 0.5))
    for (let left = random.count(perDay); left > 0; left -= 1) changes.push(planMerge(service, period, date, random))
    if (service.releaseBranches) changes.push(...planReleaseDay(service, period, date, random))
  }
  return numberPullRequests(inOrder(changes), service.firstNumber, random)
}

function planMerge(service: Service, period: Period, date: EpochSeconds, random: Random): PlannedChange {
  const author = random.pick(service.team)
  const at = atWork(date, author, random)
  if (random.chance(service.directCommitShare)) return { kind: 'direct-commit', at, author }
  const cycle = random.duration(service.cycle, 1.2)
  const begin = Math.max(toOfficeHours(at - cycle, author.utcOffsetHours), period.origin + hour)
  return planPullRequest(service, { at, begin, author, intoRelease: false }, random)
}

/** A release is cut every second Monday and patched on Tuesdays and Thursdays, and now and then on another day. */
function planReleaseDay(service: Service, { origin }: Period, date: EpochSeconds, random: Random): PlannedChange[] {
  const weekday = weekdayOf(date)
  const author = service.team[0] ?? random.pick(service.team)
  const evenWeek = Math.floor(date / (7 * day)) % 2 === 0
  if (weekday === 1 && (evenWeek || date < origin + 14 * day)) {
    return [{ kind: 'release-cut', at: date + 10 * hour + random.whole(0, 59 * minute), author }]
  }
  const patched = [2, 4].includes(weekday) || (!isWeekend(date) && random.chance(0.12))
  if (!patched || date < origin + 21 * day) return []
  const at = date + random.whole(11 * hour, 15 * hour)
  const begin = at - random.whole(hour, 3 * hour)
  return [planPullRequest(service, { at, begin, author: random.pick(service.team), intoRelease: true }, random)]
}

function planPullRequest(
  service: Service,
  { at, begin, author, intoRelease }: { at: EpochSeconds; begin: EpochSeconds; author: Person; intoRelease: boolean },
  random: Random,
): PlannedPullRequest {
  const first = Math.min(begin, at - shortestCycle)
  const head = first + Math.floor((at - first) * random.between(0.3, 0.85))
  const count = intoRelease ? 1 : 1 + random.count(1.1)
  const between = Array.from({ length: Math.max(0, count - 2) }, () => random.whole(first + 1, head - 1))
  const commitTimes = count === 1 ? [first] : [first, ...new Set(between.sort((a, b) => a - b)), head]
  const title = titleOf(service.things, random)
  return { kind: 'pull-request', at, commitTimes, author, title, number: 0, intoRelease }
}

function atWork(date: EpochSeconds, { utcOffsetHours }: Person, random: Random): EpochSeconds {
  const sinceNine = ((random.fraction() + random.fraction()) / 2) * 9 * hour
  return Math.floor(date + 9 * hour + sinceNine) - utcOffsetHours * hour
}

/** By time, never two at once. */
function inOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  let latest = 0
  return changes
    .toSorted((a, b) => a.at - b.at)
    .map((change) => {
      latest = Math.max(change.at, latest + 1)
      return { ...change, at: latest }
    })
}

/** Pull requests are numbered as they are opened; issues take numbers in between. */
function numberPullRequests(changes: PlannedChange[], firstNumber: number, random: Random): PlannedChange[] {
  const pullRequests = changes.filter((change) => change.kind === 'pull-request')
  let number = firstNumber
  for (const pullRequest of pullRequests.sort((a, b) => firstCommitTime(a) - firstCommitTime(b))) {
    pullRequest.number = number
    number += random.chance(0.3) ? 2 : 1
  }
  return changes
}

function firstCommitTime({ commitTimes, at }: PlannedPullRequest): EpochSeconds {
  return commitTimes[0] ?? at
}
