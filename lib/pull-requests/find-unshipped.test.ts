import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { findUnshipped } from './find-unshipped'

it('each service waits for what it has not shipped of its repository, in the order of the merges', async () => {
  const merges = [
    { repositoryId: 1, number: 1, services: ['api'] },
    { repositoryId: 2, number: 2, services: [] },
    { repositoryId: 1, number: 3, services: [] },
    { repositoryId: 1, number: 4, services: ['api', 'web'] },
  ]
  const services = ['api', 'web', 'new'].map((serviceKey) => ({ repositoryId: 1, serviceKey }))
  const unshipped = await findUnshipped([...services, { repositoryId: 3, serviceKey: 'api' }], merges)
  expect(unshipped.map(({ service, waiting }) => [service.serviceKey, ...waiting.map(({ number }) => number)])).toEqual(
    [['api', 3], ['web', 1, 3], ['new', 1, 3, 4], ['api']],
  )
})

it('others have their turn while very many services and merges are looked at', async () => {
  const keys = Array.from({ length: 500 }, (_, index) => `service-${index}`)
  const services = keys.map((serviceKey) => ({ repositoryId: 1, serviceKey }))
  const merges = Array.from({ length: 2_000 }, (_, index) => ({
    repositoryId: 1,
    services: keys.filter((_key, place) => place !== index % 500),
  }))
  let [turns, ended] = [0, false]
  const unshipped = findUnshipped(services, merges).finally(() => {
    ended = true
  })
  while (!ended) {
    await nextRound()
    turns += 1
  }
  expect((await unshipped).every(({ waiting }) => waiting.length === 4)).toBe(true)
  expect(turns).toBeGreaterThan(5)
})
