import { describe, expect, it } from 'vitest'
import { createPlaces } from './places'

const refused = { code: 'unavailable' }
const limits = { places: 6, kept: 2, share: 3, waiting: 20, maxWaitMs: 60_000 }
const stranger = (...keys: string[]) => ({ keys, known: false })
const known = (...keys: string[]) => ({ keys, known: true })
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Places, and work that holds one until it is told to leave. */
function openEnded(given: Partial<typeof limits> = {}) {
  const withPlace = createPlaces({ ...limits, ...given })
  const inside: string[] = []
  const leaving = new Map<string, () => void>()
  const take = (claim: { keys: string[]; one?: string; known: boolean }, name = claim.keys.join()) =>
    withPlace(claim, () => {
      inside.push(name)
      return new Promise<void>((leave) => leaving.set(name, leave))
    })
  const leave = async (name: string) => {
    leaving.get(name)?.()
    await settle()
  }
  return { take, leave, inside }
}

describe('places', () => {
  it('are shared: no key holds more than its share, and the others get in at once', async () => {
    const { take, leave, inside } = openEnded()
    for (const address of ['a', 'b', 'c', 'd']) void take(stranger('ada', address))
    void take(stranger('grace', 'a'))
    await settle()
    expect(inside).toEqual(['ada,a', 'ada,b', 'ada,c', 'grace,a'])
    await leave('ada,a')
    expect(inside.at(-1)).toBe('ada,d')
  })

  it('are held one at a time by those that may hold one, beyond what they share', async () => {
    const { take, leave, inside } = openEnded()
    for (const name of ['first', 'second']) void take({ ...stranger('host'), one: 'ada at host' }, name)
    void take({ ...stranger('host'), one: 'grace at host' }, 'third')
    await settle()
    expect(inside).toEqual(['first', 'third'])
    await leave('first')
    expect(inside).toEqual(['first', 'third', 'second'])
  })

  it('are kept for known callers when strangers have taken all others', async () => {
    const { take, leave, inside } = openEnded()
    for (const number of [1, 2, 3, 4, 5]) void take(stranger(`account ${number}`))
    for (const name of ['grace', 'ada', 'mary']) void take(known(name))
    await settle()
    expect(inside).toEqual(['account 1', 'account 2', 'account 3', 'account 4', 'grace', 'ada'])
    await leave('grace')
    expect(inside.at(-1)).toBe('mary')
  })

  it('are not only for those with many that wait', async () => {
    const placesOf = async () => {
      const withPlace = createPlaces({ ...limits, places: 1, kept: 0, waiting: 200 })
      const order: string[] = []
      const enter = (key: string) => withPlace(stranger(key), async () => void order.push(key))
      const all = Array.from({ length: 100 }, (_, index) => enter(`crowd ${index % 5}`))
      await Promise.all([...all, enter('grace')])
      return order.indexOf('grace')
    }
    const found = await Promise.all(Array.from({ length: 100 }, placesOf))
    // One of six draws is hers, not one of a hundred.
    expect(found.reduce((sum, place) => sum + place, 0) / found.length).toBeLessThan(15)
  })

  it('go rarely to a crowd of many keys that share one, and it has no share of its own', async () => {
    const withPlace = createPlaces({ ...limits, places: 5, kept: 0, share: 1, waiting: 200 })
    const order: string[] = []
    const enter = (key: string, address: string) =>
      withPlace({ keys: [key], shared: [address], known: false }, async () => void order.push(key))
    const crowd = Array.from({ length: 100 }, (_, index) => enter(`account ${index}`, 'a'))
    await Promise.all([...crowd, enter('grace', 'b')])
    expect(order.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((index) => `account ${index}`))
    expect(order.indexOf('grace')).toBeLessThan(20)
  })

  it('are free again after work that failed', async () => {
    const withPlace = createPlaces({ ...limits, places: 1, kept: 0 })
    const failing = withPlace(stranger('ada'), () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withPlace(stranger('ada'), async () => 'in')).toBe('in')
  })

  it('are waited for only so long', async () => {
    const { take } = openEnded({ places: 1, kept: 0, maxWaitMs: 1 })
    void take(stranger('ada'))
    await expect(take(stranger('grace'))).rejects.toMatchObject(refused)
  })

  it('are waited for until the signal is aborted, and held on after that', async () => {
    const withPlace = createPlaces({ ...limits, places: 1, kept: 0 })
    const [inside, waiting] = [new AbortController(), new AbortController()]
    let leave = () => {}
    const first = withPlace(stranger('ada'), () => new Promise<void>((resolve) => (leave = resolve)), inside.signal)
    const second = withPlace(stranger('grace'), async () => 'in', waiting.signal)
    const third = withPlace(stranger('mary'), async () => 'in')
    inside.abort()
    waiting.abort()
    await expect(second).rejects.toMatchObject(refused)
    leave()
    await first
    expect(await third).toBe('in')
  })
})

describe('when too many wait', () => {
  it('one of the largest crowd gives up, also when another came last', async () => {
    const { take, leave, inside } = openEnded({ places: 1, kept: 0, waiting: 2 })
    void take(stranger('holder'))
    const crowd = [1, 2].map((number) => take(stranger('crowd', `account ${number}`)))
    void take(stranger('grace'))
    await expect(Promise.race(crowd)).rejects.toMatchObject(refused)
    for (const name of inside) await leave(name)
    expect(inside).toContain('grace')
    void Promise.allSettled(crowd)
  })

  it('everyone has a chance against many who come again at once', async () => {
    const withPlace = createPlaces({ places: 2, kept: 0, share: 1, waiting: 10, maxWaitMs: 60_000 })
    let [tried, isOver] = [0, false]
    const persist = async (isDone: () => boolean) => {
      for (; !isDone(); tried += 1) await withPlace(stranger(`account ${tried}`), settle).catch(settle)
    }
    const crowd = Array.from({ length: 40 }, () => persist(() => isOver))
    const person = async (name: string): Promise<string> =>
      withPlace(stranger(name), settle).then(
        () => name,
        () => settle().then(() => person(name)),
      )
    const names = Array.from({ length: 14 }, (_, index) => `person ${index}`)
    expect(await Promise.all(names.map(person))).toEqual(names)
    isOver = true
    await Promise.all(crowd)
  })
})
