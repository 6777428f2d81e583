import { expect, test, vi } from 'vitest'
import { route } from './http'

test('what fails again and again is ten lines a minute, and every answer has its own id', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const fail = route(() => {
    throw new Error('thrown')
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => fail(new Request('http://localhost/'))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]))
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(50)
  expect(said).toHaveBeenCalledTimes(10)
  expect(JSON.parse(String(said.mock.calls[0]?.[0]))).toMatchObject({ event: 'request failed', method: 'GET' })
})
