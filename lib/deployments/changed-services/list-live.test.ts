import { expect, it } from 'vitest'
import { lastOfEach } from './list-live'

it('finds what is live of each service in one look at it, however many ways there are to spell them', () => {
  const named = new Map(
    Array.from({ length: 50 }, (_, service) => [
      `s${service}`,
      Array.from({ length: 20 }, (_, spelling) => `s${service} ${spelling}`),
    ]),
  )
  let looks = 0
  const live = [...named.values()]
    .slice(25)
    .flat()
    .map((key) => ({
      get key() {
        looks += 1
        return key
      },
    }))
  const lasts = lastOfEach(named, live)
  expect(looks).toBe(live.length)
  expect(lasts.get('s24')).toBeUndefined()
  expect([lasts.get('s25')?.key, lasts.get('s49')?.key]).toEqual(['s25 0', 's49 0'])
})
