import { expect, it } from 'vitest'
import { rememberCaller } from './known-callers'
import { lookUpSecret } from './look-up-secret'

it('of strangers two are looked up at once, however many come, and who is known does not wait for them', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const lookUp = (secret: string) =>
    lookUpSecret(secret, () => {
      begun.push(secret)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  rememberCaller('known', 'organization 1')
  const all = ['made-up 1', 'made-up 2', 'made-up 3', 'known', 'known'].map(lookUp)
  await Promise.resolve()
  expect(begun).toEqual(['made-up 1', 'made-up 2', 'known', 'known'])
  ends.shift()?.()
  await all[0]
  expect(begun.at(-1)).toBe('made-up 3')
  for (const end of ends) end()
  await Promise.all(all)
})
