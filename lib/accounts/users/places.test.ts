import { describe, expect, it } from 'vitest'
import { createPlaces } from './places'

const refused = { code: 'unavailable' }
const limits = { places: 6, kept: 2, share: 3 }
const stranger = (...keys: string[]) => ({ keys, known: false })
const known = (...keys: string[]) => ({ keys, known: true })

/** Places, and work that holds one until `leave` is called. */
function openEnded() {
  const withPlace = createPlaces(limits)
  const leaving: (() => void)[] = []
  const take = (claim: { keys: string[]; known: boolean }) =>
    withPlace(claim, () => new Promise<void>((leave) => leaving.push(leave)))
  return { take, leave: () => leaving.shift()?.() }
}

describe('places', () => {
  it('are shared: no key holds more than its share, and the others still get in', async () => {
    const { take } = openEnded()
    for (let number = 0; number < 3; number++) void take(stranger('ada', `address ${number}`))
    await expect(take(stranger('ada', 'address 9'))).rejects.toMatchObject(refused)
    void take(stranger('grace', 'address 0'))
  })

  it('are kept for known callers when strangers have taken all others', async () => {
    const { take } = openEnded()
    for (let number = 0; number < 4; number++) void take(stranger(`account ${number}`))
    await expect(take(stranger('another'))).rejects.toMatchObject(refused)
    void take(known('grace'))
    void take(known('ada'))
    await expect(take(known('mary'))).rejects.toMatchObject(refused)
  })

  it('are free again after work that ended, and after work that failed', async () => {
    const { take, leave } = openEnded()
    const held = [1, 2, 3].map(() => take(stranger('ada')))
    await expect(take(stranger('ada'))).rejects.toMatchObject(refused)
    leave()
    await held[0]
    void take(stranger('ada'))
    const withPlace = createPlaces({ places: 1, kept: 0, share: 1 })
    const failing = withPlace(stranger('ada'), () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withPlace(stranger('ada'), async () => 'in')).toBe('in')
  })
})
