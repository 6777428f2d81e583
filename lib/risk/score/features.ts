import type { Case } from './case'
import { localTime } from './local-time'

/** What is looked at, in the order in which it enters the model. */
export const featureNames = [
  'lines',
  'pullRequests',
  'commits',
  'files',
  'folders',
  'fileFailures',
  'sinceLast',
  'oldest',
  'newAuthors',
  'streak',
  'recentFailures',
  'serviceFailures',
  'afternoon',
  'evening',
  'night',
  'monday',
  'friday',
  'fridayAfternoon',
  'weekend',
] as const

export type FeatureName = (typeof featureNames)[number]

/** A feature as it enters the model, as people know it, and what is usual; null for what is not known. */
export type Measured = { x: number | null; value: number | null; usual: number | null }

/** A case as the model sees it, in the order of `featureNames`. */
export type Measurement = readonly Measured[]

/** What is compared with what the service usually brings. Durations are in seconds. */
export const relativeNames = ['lines', 'pullRequests', 'commits', 'files', 'folders', 'sinceLast', 'oldest'] as const
export type RelativeName = (typeof relativeNames)[number]
export type Sizes = Record<RelativeName, number | null>

/** In how many deployments a file was whose end was known, and how many of these failed. */
export type FileRecord = { deployed: number; failed: number }

/** What is known before a deployment begins. */
export type Known = {
  /** The medians of the service's deployments before. */
  usual: Sizes
  /** How its deployments before ended, the latest last: whether each failed. */
  outcomes: readonly boolean[]
  lastStartedAt: number | null
  /** Share of all deployments that failed so far. */
  baseRate: number
  recordOf(file: number): FileRecord | undefined
  timeZone: string
}

/** So many of the latest outcomes of a service are looked at. */
export const maxOutcomes = 50
const recentOutcomes = 10
const maxStreak = 3

/** A difference of about so much is none. */
const insignificant: Record<RelativeName, number> = {
  lines: 10,
  pullRequests: 1,
  commits: 1,
  files: 2,
  folders: 1,
  sinceLast: 900,
  oldest: 3_600,
}

/** Twenty times the usual, or a twentieth: more counts as that. */
const maxTimes = Math.log(20)

/** Every feature of a deployment, of what is known before it begins and nothing else. */
export function measure(one: Pick<Case, 'startedAt' | 'content'>, known: Known): Measurement {
  const sizes = sizesOf(one, known.lastStartedAt)
  const streak = streakOf(known.outcomes)
  const measured: Record<FeatureName, Measured> = {
    ...momentOf(one.startedAt, known.timeZone),
    lines: compared('lines', sizes, known.usual),
    pullRequests: compared('pullRequests', sizes, known.usual),
    commits: compared('commits', sizes, known.usual),
    files: compared('files', sizes, known.usual),
    folders: compared('folders', sizes, known.usual),
    sinceLast: compared('sinceLast', sizes, known.usual),
    oldest: compared('oldest', sizes, known.usual),
    fileFailures: worstFile(one.content.files, known),
    newAuthors: counted(one.content.newAuthors),
    streak: { x: Math.min(streak, maxStreak), value: streak, usual: 0 },
    recentFailures: rateOf(known.outcomes.slice(-recentOutcomes), 2, known.baseRate),
    serviceFailures: rateOf(known.outcomes.slice(-maxOutcomes), 5, known.baseRate),
  }
  return featureNames.map((name) => measured[name])
}

/** The sizes of a deployment that are compared with the usual ones. */
export function sizesOf({ startedAt, content }: Pick<Case, 'startedAt' | 'content'>, last: number | null): Sizes {
  const seconds = (from: number | null) => (from === null ? null : Math.max(0, (startedAt - from) / 1000))
  return {
    lines: countOf(content.lines),
    pullRequests: countOf(content.pullRequests),
    commits: countOf(content.commits),
    files: content.files === null ? null : content.files.length,
    folders: countOf(content.folders),
    sinceLast: countOf(seconds(last)),
    oldest: countOf(seconds(content.oldestAt)),
  }
}

function countOf(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value >= 0 ? value : null
}

function compared(name: RelativeName, sizes: Sizes, usuals: Sizes): Measured {
  const [value, usual] = [sizes[name], usuals[name]]
  if (value === null || usual === null) return { x: null, value, usual }
  const offset = insignificant[name]
  const x = Math.log((value + offset) / (usual + offset))
  return { x: Math.max(-maxTimes, Math.min(maxTimes, x)), value, usual }
}

function counted(count: number | null): Measured {
  const value = countOf(count)
  return { x: value === null ? null : Math.log1p(value), value, usual: 0 }
}

function streakOf(outcomes: readonly boolean[]): number {
  const lastSuccess = outcomes.lastIndexOf(false)
  return outcomes.length - 1 - lastSuccess
}

/** Of a few outcomes the share is drawn to that of all, as if so many more had been like these. */
function rateOf(outcomes: readonly boolean[], weight: number, baseRate: number): Measured {
  if (outcomes.length === 0) return { x: null, value: null, usual: baseRate }
  const failed = outcomes.filter(Boolean).length
  const rate = (failed + weight * baseRate) / (outcomes.length + weight)
  return { x: Math.log(rate / baseRate), value: failed / outcomes.length, usual: baseRate }
}

const fileWeight = 4

/** By how much the file that failed most often exceeds what is usual, as a logarithm; 0 where none does. */
export function excessOf({ deployed, failed }: FileRecord, baseRate: number): number {
  return Math.max(0, Math.log((failed + fileWeight * baseRate) / (deployed + fileWeight) / baseRate))
}

function worstFile(files: readonly number[] | null, { recordOf, baseRate }: Known): Measured {
  if (files === null) return { x: null, value: null, usual: null }
  let x = 0
  let value = 0
  for (const file of files) {
    const record = recordOf(file)
    const excess = record ? excessOf(record, baseRate) : 0
    if (record && excess > x) [x, value] = [excess, record.failed / record.deployed]
  }
  return { x, value, usual: baseRate }
}

type Moment = 'afternoon' | 'evening' | 'night' | 'monday' | 'friday' | 'fridayAfternoon' | 'weekend'

/** Compared with mornings of other working days. */
function momentOf(at: number, timeZone: string): Record<Moment, Measured> {
  const { hour, weekday } = localTime(at, timeZone)
  const friday = weekday === 5
  return {
    afternoon: whether(hour >= 13 && hour < 17),
    evening: whether(hour >= 17 && hour < 22),
    night: whether(hour >= 22 || hour < 7),
    monday: whether(weekday === 1),
    friday: whether(friday),
    fridayAfternoon: whether(friday && hour >= 13),
    weekend: whether(weekday === 6 || weekday === 0),
  }
}

function whether(is: boolean): Measured {
  const x = is ? 1 : 0
  return { x, value: x, usual: 0 }
}
