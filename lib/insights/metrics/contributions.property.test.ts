import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { type Contributions, splitMedian, splitRate, splitShare } from './contributions'
import { medianOf } from './median'
import { rank } from './ranking'

type Row = { service: string | null; value: number }

const service = fc.constantFrom('api', 'web', 'jobs', 'billing', null)
const rowsOf = (value: fc.Arbitrary<number>) => fc.array(fc.record({ service, value }), { minLength: 1, maxLength: 40 })
const times = rowsOf(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 1e6 })))
const flags = rowsOf(fc.constantFrom(0, 1))
const teams = new Map([
  ['api', 'Core'],
  ['web', 'Core'],
  ['jobs', 'Data'],
])

const valuesOf = (rows: readonly Row[]) => Float64Array.from(rows, ({ value }) => value)
const of = (rows: readonly Row[]) => ({
  serviceEnvironments: rows.map(({ service }) => ({ service, environment: 'production' })),
  serviceEnvironment: Int32Array.from(rows.keys()),
})
const inColumns = (rows: readonly Row[]) => ({
  of: of(rows),
  values: valuesOf(rows),
  ranking: runAtOnce(rank(valuesOf(rows))),
})
const sides = (current: readonly Row[], previous: readonly Row[]) => ({
  current: inColumns(current),
  previous: inColumns(previous),
  teams,
})

const median = (rows: readonly Row[]) => medianOf(valuesOf(rows)) ?? Number.NaN
const sum = (rows: readonly Row[]) => valuesOf(rows).reduce((total, value) => total + value, 0)
const days = { current: 7, previous: 5 }

const kinds = [
  {
    kind: 'a median',
    rows: times,
    split: (current: Row[], previous: Row[]) => runAtOnce(splitMedian(sides(current, previous))),
    change: (current: Row[], previous: Row[]) => median(current) - median(previous),
  },
  {
    kind: 'a share',
    rows: flags,
    split: (current: Row[], previous: Row[]) => runAtOnce(splitShare(sides(current, previous))),
    change: (current: Row[], previous: Row[]) => sum(current) / current.length - sum(previous) / previous.length,
  },
]

const totals = ({ services }: Contributions) => new Map(services.listed.map(({ name, total }) => [name, total]))
const near = (a: number, b: number, scale = 1) => expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-5 * Math.max(1, scale))

describe.each(kinds)('what services add to the change of $kind', ({ rows, split, change }) => {
  it('is the change, by service and by team', () => {
    fc.assert(
      fc.property(rows, rows, (current, previous) => {
        const { services, teams } = split(current, previous)
        const expected = change(current, previous)
        for (const { listed, others, within, mix } of [services, teams ?? services]) {
          const scale = listed.reduce((most, { total }) => Math.max(most, Math.abs(total)), Math.abs(expected))
          near(
            listed.reduce((all, { total }) => all + total, others.total),
            expected,
            scale,
          )
          near(within + mix, expected, scale)
          for (const part of listed) near(part.within + part.mix, part.total, scale)
        }
      }),
    )
  })

  it('is what it was with the periods swapped, the other way', () => {
    fc.assert(
      fc.property(rows, rows, (current, previous) => {
        const there = totals(split(current, previous))
        for (const [name, total] of totals(split(previous, current)))
          near(total, -(there.get(name) ?? Number.NaN), total)
      }),
    )
  })

  it('does not depend on the order of rows', () => {
    fc.assert(
      fc.property(rows, rows, (current, previous) => {
        const there = totals(split(current, previous))
        for (const [name, total] of totals(split(current.toReversed(), previous.toReversed())))
          near(total, there.get(name) ?? Number.NaN, total)
      }),
    )
  })

  it('is nothing of one that has the same rows and the same share of them', () => {
    fc.assert(
      fc.property(rows, rows, rows, (current, previous, own) => {
        const both = Math.min(current.length, previous.length)
        const others = (all: Row[]) => all.slice(0, both).map((row) => ({ ...row, service: 'web' }))
        const kept = own.map((row) => ({ ...row, service: 'api' }))
        const found = totals(split([...others(current), ...kept], [...others(previous), ...kept]))
        near(found.get('api') ?? Number.NaN, 0)
      }),
    )
  })

  it('says the own number of each in both periods', () => {
    fc.assert(
      fc.property(rows, rows, (current, previous) => {
        for (const { name, value, previous: before, rows, previousRows } of split(current, previous).services.listed) {
          const [now, then] = [current, previous].map((all) => all.filter(({ service }) => service === name))
          expect([rows, previousRows]).toEqual([now?.length, then?.length])
          expect([value === null, before === null]).toEqual([now?.length === 0, then?.length === 0])
        }
      }),
    )
  })
})

it('what services add to the change of a count a day is what they did more of', () => {
  fc.assert(
    fc.property(flags, flags, (current, previous) => {
      const { services } = runAtOnce(splitRate(sides(current, previous), days))
      near(
        services.listed.reduce((all, { total }) => all + total, services.others.total),
        sum(current) / days.current - sum(previous) / days.previous,
      )
      expect(services.mix).toBe(0)
    }),
  )
})
