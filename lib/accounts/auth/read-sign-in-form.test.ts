import { expect, it } from 'vitest'
import { readSignInForm } from './read-sign-in-form'

const formType = 'application/x-www-form-urlencoded'

const read = (body: string, type = formType) => {
  const headers = { 'Content-Type': type, 'X-Other': 'kept' }
  return readSignInForm(new Request('http://localhost/api/auth/signout', { method: 'POST', headers, body }))
}

it('a form to sign in or out has a hundred fields at most, empty ones included', async () => {
  const full = Array.from({ length: 100 }, (_, index) => `f${index}=1`).join('&')
  expect((await read(full)).body).toBe(full)
  const refused = { code: 'invalid' }
  await expect(read(`${full}&a=1`)).rejects.toMatchObject(refused)
  await expect(read('a&'.repeat(30_000))).rejects.toMatchObject(refused)
  await expect(read('&'.repeat(60_000))).rejects.toMatchObject(refused)
})

it.each([
  `${formType}; application/json`,
  `${formType};charset=application/json`,
  'Application/X-WWW-Form-Urlencoded ; x="application/json"',
])(
  'the library, which parses JSON where its type is anywhere in %s, is given the type of a form alone',
  async (type) => {
    const { body, headers } = await read('['.repeat(1_000), type)
    expect(body).toBe('['.repeat(1_000))
    expect(headers.get('content-type')).toBe(formType)
    expect(headers.get('x-other')).toBe('kept')
  },
)

it('an empty body is a form, whatever its type', async () => {
  expect((await read('', 'application/json')).headers.get('content-type')).toBe(formType)
  await expect(read('{}', 'application/json')).rejects.toMatchObject({ code: 'unsupported_media_type' })
})
