import { expect, it } from 'vitest'
import { noteLetIn } from '@/lib/accounts/members/crowd-of-person'
import { createPlaces } from '@/lib/core/places'
import { claimOf } from './enter-next'

it('an organization of many people does not keep one of another from a page', async () => {
  const [many, grace] = [40, 1_000]
  for (let person = 1; person <= many; person += 1) noteLetIn(person, 1)
  noteLetIn(grace, 2)
  const placeOfGrace = async () => {
    const withPlace = createPlaces({ places: 1, kept: 0, share: 1, waiting: 200, maxWaitMs: 60_000 })
    const order: number[] = []
    const enter = (person: number) =>
      withPlace({ ...claimOf(person, ['address one']), known: false }, async () => void order.push(person))
    const all = Array.from({ length: 3 * many }, (_, index) => enter(1 + (index % many)))
    await Promise.all([...all, enter(grace)])
    return order.indexOf(grace)
  }
  const found = await Promise.all(Array.from({ length: 12 }, placeOfGrace))
  // One of two draws is hers, not one of forty.
  expect(found.reduce((sum, place) => sum + place, 0) / found.length).toBeLessThan(10)
})
