import { expect, it } from 'vitest'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { createUser } from '@/lib/testing/factories'

const password = 'correct horse'

/** Strangers who keep so many wrong passwords under way, each with an address that was never used before. */
async function besiege(atOnce: number, isOver: () => boolean): Promise<void> {
  let tried = 0
  const stranger = async () => {
    while (!isOver()) {
      tried += 1
      const email = `stranger-${tried}@example.com`
      await signInWithPassword({ email, password, address: null }).catch(() => new Promise(setImmediate))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, stranger))
}

it('lets everyone in while strangers try passwords with ever new addresses', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser({ password })))
  let isOver = false
  const siege = besiege(60, () => isOver)
  const signIn = ({ email }: { email: string }) => signInWithPassword({ email, password, address: null })
  const signedIn = await Promise.allSettled(people.map(signIn))
  isOver = true
  await siege
  expect(signedIn).toEqual(
    people.map(({ id }) => ({ status: 'fulfilled', value: expect.objectContaining({ userId: id }) })),
  )
})
