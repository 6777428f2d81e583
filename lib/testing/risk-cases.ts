import { Random } from '@/lib/demo/random'
import type { Case } from '@/lib/risk/score/case'

const minute = 60_000
const hour = 60 * minute

/** What raises the odds in a generated history, in log odds; `level` are those of an ordinary deployment. */
export type Truth = {
  level: number
  /** For each factor e of the usual size. */
  size?: number
  newAuthor?: number
  fridayAfternoon?: number
  /** When the deployment before failed. */
  afterFailure?: number
}

type Generated = { cases: Case[]; probabilities: number[]; now: number }

/** A history of deployments whose probabilities to fail are known, the same for the same seed. */
export function generateCases(seed: string, count: number, truth: Truth, services = 3): Generated {
  const random = new Random(seed)
  const failedLast = new Map<string, boolean>()
  const cases: Case[] = []
  const probabilities: number[] = []
  let at = Date.UTC(2026, 0, 5, 8)
  for (let id = 1; id <= count; id += 1) {
    at += random.duration(2 * hour, 1)
    const service = `service-${random.whole(1, services)}`
    const size = random.duration(1_000, 1) / 1_000
    const newAuthors = random.chance(0.15) ? 1 : 0
    const moment = new Date(at)
    const fridayAfternoon = moment.getUTCDay() === 5 && moment.getUTCHours() >= 13
    const odds =
      truth.level +
      (truth.size ?? 0) * Math.log(size) +
      (truth.newAuthor ?? 0) * newAuthors +
      (truth.fridayAfternoon ?? 0) * Number(fridayAfternoon) +
      (truth.afterFailure ?? 0) * Number(failedLast.get(service) ?? false)
    const probability = 1 / (1 + Math.exp(-odds))
    const failed = random.chance(probability)
    failedLast.set(service, failed)
    const endedAt = at + 5 * minute
    cases.push({
      id,
      service,
      startedAt: at,
      content: {
        pullRequests: 1 + random.count(1),
        commits: 1 + random.count(3),
        lines: Math.round(120 * size),
        files: Array.from({ length: 1 + random.count(4) }, () => random.whole(1, 400)),
        folders: 1 + random.count(1),
        oldestAt: at - random.duration(20 * hour, 1),
        newAuthors,
      },
      outcome: { endedAt, failedAt: failed ? endedAt + (random.chance(0.3) ? 30 * minute : 0) : null },
    })
    probabilities.push(probability)
  }
  return { cases, probabilities, now: at + 24 * hour }
}
