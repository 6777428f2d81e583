import { expect, test } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { coverageOf as coverageInSteps, type NamedRepository, type Successes } from './coverage-of'

const coverageOf = (...given: Parameters<typeof coverageInSteps>) => runAtOnce(coverageInSteps(...given))

const success = (service: string, exampleId: number): Successes => ({
  repositoryId: null,
  service,
  outcome: 'none',
  reason: 'no repository for service',
  count: 1,
  exampleId,
  pipelines: [],
})

const repository = (id: number, more: Partial<NamedRepository> = {}): NamedRepository => ({
  id,
  fullNameKey: `acme/repository-${id}`,
  nameKey: `repository-${id}`,
  aliases: [],
  services: [],
  ...more,
})

test('it is made in steps, however many services there are, of which the first are listed', () => {
  const steps = coverageInSteps(
    Array.from({ length: 30_000 }, (_, n) => success(`service-${n}`, n + 1)),
    [],
  )
  let taken = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) taken += 1
  expect(taken).toBeGreaterThanOrEqual(60)
  expect(step.value.reasons).toMatchObject([{ services: { leftOut: 29_500 } }])
})

// Lists that are copied or searched for each row outlast the timeout of a test many times over.
test('many rows and many names are each gone through once', () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => success(`service-${n}`, n + 1))
  const repositories = Array.from({ length: 1500 }, (_, id) =>
    repository(id, { aliases: Array.from({ length: 20 }, (_, n) => `service-${id * 20 + n}`) }),
  )
  const { shares, byRepository, reasons } = coverageOf(rows, repositories)
  expect(shares.all).toBe(30_000)
  expect(byRepository.size).toBe(1500)
  expect(byRepository.get(1499)?.all).toBe(20)
  expect(reasons).toMatchObject([{ count: 30_000, exampleId: 30_000 }])
})

test('the names of repositories are read once, however many services are requested', () => {
  let readings = 0
  const repositories = Array.from({ length: 10 }, (_, id) => ({
    ...repository(id, { nameKey: 'api' }),
    get aliases() {
      readings += 1
      return []
    },
  }))
  const once = (spellings: string[]) => {
    readings = 0
    const { byRepository } = coverageOf(
      spellings.map((service, n) => success(service, n + 1)),
      repositories,
    )
    expect([...byRepository.keys()]).toEqual([null])
    return readings
  }
  expect(once(['api', 'Api', 'aPi', 'apI', 'API'])).toBe(once(['api']))
})

test('paths win over full names, full names over names, names over aliases', () => {
  const repositories = [
    repository(1, { aliases: ['web', 'api'] }),
    repository(2, { nameKey: 'api' }),
    repository(3, { services: ['web'] }),
    repository(4, { fullNameKey: 'worker' }),
    repository(5, { nameKey: 'worker' }),
    repository(6, { aliases: ['jobs'] }),
    repository(7, { aliases: ['jobs'] }),
  ]
  const repositoryOf = (service: string) => [...coverageOf([success(service, 1)], repositories).byRepository.keys()][0]
  expect(['web', 'API', 'worker', 'jobs', 'other'].map(repositoryOf)).toEqual([3, 2, 4, null, null])
})
