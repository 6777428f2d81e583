import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { generateCases, type Truth } from '@/lib/testing/risk-cases'
import { buildModel } from './build-model'
import { type Case, unknownContent } from './case'
import { type FeatureName, featureNames } from './features'

const truth: Truth = { level: -2.8, size: 0.9, newAuthor: 1.3, fridayAfternoon: 1.6, afterFailure: 1.2 }
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

function modelOf(cases: readonly Case[], now: number) {
  return runAtOnce(buildModel(cases, 'UTC', now))
}

/** The features that raise the risk most, the first one first. */
function driversOf(weights: readonly number[]): FeatureName[] {
  return featureNames.toSorted((a, b) => weightOf(weights, b) - weightOf(weights, a))
}

function weightOf(weights: readonly number[], name: FeatureName): number {
  return weights[featureNames.indexOf(name)] ?? 0
}

describe('a history with a truth', () => {
  const histories = times(6, (seed) => generateCases(`truth ${seed}`, 1_200, truth))
  const models = histories.map(({ cases, now }) => modelOf(cases, now))

  it('gets a score that beats the base rate', () => {
    const useful = models.filter(({ model }) => model.verdict === 'useful')
    expect(useful.length).toBeGreaterThanOrEqual(5)
  })

  it.each(models.map(({ model }, seed) => ({ model, seed })))('is found, seed $seed', ({ model: { fit } }) => {
    expect(driversOf(fit.weights)[0]).toBe('lines')
    expect(driversOf(fit.weights).slice(0, 5)).toContain('newAuthors')
    expect(weightOf(fit.weights, 'lines')).toBeGreaterThan(0.3)
    expect(weightOf(fit.weights, 'newAuthors')).toBeGreaterThan(0.1)
    const together = weightOf(fit.weights, 'streak') + weightOf(fit.weights, 'recentFailures')
    expect(together).toBeGreaterThan(0.05)
    expect(weightOf(fit.weights, 'fridayAfternoon') + weightOf(fit.weights, 'friday')).toBeGreaterThan(0.1)
  })

  it('fails as often as its scores say, with each score made before the outcome', () => {
    const all = models.flatMap(({ scored }) => scored.map(({ tested }) => tested))
    const sorted = all.toSorted((a, b) => a.probability - b.probability)
    const bins = times(6, (bin) => sorted.slice((bin * all.length) / 6, ((bin + 1) * all.length) / 6))
    for (const bin of bins) {
      const predicted = bin.reduce((sum, { probability }) => sum + probability, 0) / bin.length
      const observed = bin.filter(({ failed }) => failed).length / bin.length
      const chance = Math.sqrt((predicted * (1 - predicted)) / bin.length)
      expect(Math.abs(predicted - observed)).toBeLessThan(4 * chance + 0.01)
    }
  })

  it('gets scores that are near the true probabilities', () => {
    for (const [index, { scored }] of models.entries()) {
      const probabilities = histories[index]?.probabilities ?? []
      const missed = scored.map(({ one, tested }) => tested.probability - (probabilities[one.id - 1] ?? 0))
      expect(Math.abs(missed.reduce((sum, miss) => sum + miss, 0) / missed.length)).toBeLessThan(0.03)
      const base = scored.map(({ one, tested }) => tested.baseRate - (probabilities[one.id - 1] ?? 0))
      const squares = (values: number[]) => values.reduce((sum, value) => sum + value * value, 0)
      expect(squares(missed)).toBeLessThan(squares(base) * 0.6)
    }
  })

  it('is warned of where it pays: what is warned of fails much more often than the rest', () => {
    for (const { model } of models) {
      const { warned, warnedFailed, count, failed } = model.assessment ?? expect.unreachable()
      expect(warnedFailed / warned).toBeGreaterThan((2 * failed) / count)
    }
  })
})

it('a history without a truth gets no score, for hardly any of sixty seeds', () => {
  const verdicts = times(60, (seed) => {
    const { cases, now } = generateCases(`none ${seed}`, 200 + (seed % 5) * 100, { level: -2.2 })
    return modelOf(cases, now).model.verdict
  })
  expect(verdicts.filter((verdict) => verdict === 'useful').length).toBeLessThanOrEqual(3)
})

describe('time', () => {
  const { cases, now } = generateCases('time', 400, truth)
  const scoresOf = (some: readonly Case[], until: number) =>
    new Map(modelOf(some, until).scored.map(({ one, tested, measurement }) => [one.id, { tested, measurement }]))

  it('no score knows anything that came later: without what came later, it is the same', () => {
    // Blocks end elsewhere in a shorter history: what is compared is the first one.
    const first = [...scoresOf(cases, now).values()][0]
    const at = cases[first?.tested.index ?? 0]?.startedAt ?? 0
    const changed = cases.map((one) => {
      if (one.startedAt > at) return { ...one, outcome: { endedAt: one.startedAt + 1, failedAt: one.startedAt + 1 } }
      const { outcome } = one
      return outcome && outcome.endedAt > at ? { ...one, outcome: { ...outcome, failedAt: outcome.endedAt } } : one
    })
    const again = [...scoresOf(changed, now).values()][0]
    expect(again?.tested.probability).toBe(first?.tested.probability)
    expect(again?.tested.baseRate).toBe(first?.tested.baseRate)
  })

  it('what is measured of a case never changes when later ones are added', () => {
    const whole = scoresOf(cases, now)
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 399 }), (count) => {
        const until = (cases[count - 1]?.startedAt ?? 0) + 1
        for (const [id, { measurement }] of scoresOf(cases.slice(0, count), until)) {
          expect(whole.get(id)?.measurement ?? measurement).toEqual(measurement)
        }
      }),
      { numRuns: 8 },
    )
  })

  it('a roll-back counts from when it was known: until then the deployment was a success', () => {
    const late = cases.map((one) => {
      const { outcome } = one
      return outcome?.failedAt ? { ...one, outcome: { ...outcome, failedAt: now + 1 } } : one
    })
    expect(modelOf(late, now).model).toMatchObject({ failed: 0, verdict: 'too little history' })
  })

  it('is the same each time, whatever the order in which cases come', () => {
    const { model } = modelOf(cases, now)
    expect(modelOf(cases.toReversed(), now).model).toEqual(model)
  })

  it('stops after each case and each step of a fit, for others to have their turn', () => {
    const steps = buildModel(cases, 'UTC', now)
    let count = 0
    while (!steps.next().done) count += 1
    expect(count).toBeGreaterThan(cases.length + 100)
  })
})

describe('a damaged history', () => {
  const { cases, now } = generateCases('damaged', 300, truth)
  const damaged: Record<string, Case[]> = {
    'no case': [],
    'three cases': cases.slice(0, 3),
    'all succeeded': cases.map((one) => ({ ...one, outcome: one.outcome && { ...one.outcome, failedAt: null } })),
    'all failed': cases.map((one) => ({ ...one, outcome: { endedAt: one.startedAt, failedAt: one.startedAt } })),
    'no outcome': cases.map((one) => ({ ...one, outcome: null })),
    'no content': cases.map((one) => ({ ...one, content: unknownContent })).slice(0, 90),
    'each case three times': cases.slice(0, 60).flatMap((one) => [one, one, one]),
    'dates that are none': cases.map((one) => ({ ...one, startedAt: Number.NaN })),
    'dates beyond the calendar': cases.map((one) => ({ ...one, startedAt: 9e15 })),
    'all at once': cases.map((one) => ({ ...one, startedAt: 0, outcome: { endedAt: 0, failedAt: null } })),
    'ends before its start': cases.map((one) => ({ ...one, outcome: { endedAt: 0, failedAt: one.id % 9 ? null : 0 } })),
  }

  it.each(Object.entries(damaged))('is refused: %s', (_, some) => {
    expect(modelOf(some, now).model.verdict).not.toBe('useful')
  })

  it('never throws, and says nothing but numbers', () => {
    const size = fc.oneof(fc.constantFrom(0, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY), fc.double())
    const instant = fc.oneof(fc.double(), fc.integer({ min: 0, max: 2e12 }), fc.constantFrom(now, Number.NaN))
    const one: fc.Arbitrary<Case> = fc.record({
      id: fc.integer({ min: 1, max: 200 }),
      service: fc.string({ maxLength: 3 }),
      startedAt: instant,
      content: fc.record({
        pullRequests: fc.option(size),
        commits: fc.option(size),
        lines: fc.option(size),
        files: fc.option(fc.array(fc.integer())),
        folders: fc.option(size),
        oldestAt: fc.option(instant),
        newAuthors: fc.option(size),
      }),
      outcome: fc.option(fc.record({ endedAt: instant, failedAt: fc.option(instant) })),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 150 }), (some) => {
        const { model } = modelOf(
          [...some, ...cases.slice(0, 100).map((each) => ({ ...each, id: each.id + 1e6 }))],
          now,
        )
        const { weights, intercept } = model.fit
        expect([...weights, intercept, model.mark, model.calibration.slope].every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('huge and constant sizes take nothing away from the others', () => {
    const odd = cases.map((one, index) => ({
      ...one,
      content: { ...one.content, folders: 7, pullRequests: index === 50 ? Number.MAX_VALUE : 1 },
    }))
    const { fit } = modelOf(odd, now).model
    expect(weightOf(fit.weights, 'folders')).toBe(0)
    expect(weightOf(fit.weights, 'lines')).toBeGreaterThan(0.2)
  })
})
