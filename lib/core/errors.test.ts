import { expect, test, vi } from 'vitest'
import { AppError } from './errors'

test("parts of the server that are bundled apart know each other's errors", async () => {
  vi.resetModules()
  const other = await import('./errors')
  expect(new other.AppError('rate_limited', 'Too many attempts')).toBeInstanceOf(AppError)
})
