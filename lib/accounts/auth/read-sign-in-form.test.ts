import { expect, it } from 'vitest'
import { readSignInForm } from './read-sign-in-form'

const read = (body: string) => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return readSignInForm(new Request('http://localhost/api/auth/signout', { method: 'POST', headers, body }))
}

it('a form to sign in or out has a hundred fields at most, empty ones included', async () => {
  const full = Array.from({ length: 100 }, (_, index) => `f${index}=1`).join('&')
  expect(await read(full)).toBe(full)
  const refused = { code: 'invalid' }
  await expect(read(`${full}&a=1`)).rejects.toMatchObject(refused)
  await expect(read('a&'.repeat(30_000))).rejects.toMatchObject(refused)
  await expect(read('&'.repeat(60_000))).rejects.toMatchObject(refused)
})
