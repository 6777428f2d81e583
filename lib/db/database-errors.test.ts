import { expect, test } from 'vitest'
import { publicError } from '@/lib/http/http'

test.each(['EMFILE', 'ENFILE', 'ECONNREFUSED'])('a database that %s keeps from being reached is 503', (code) => {
  const error = Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code, syscall: 'connect' })
  for (const thrown of [error, new Error('connection', { cause: error })]) {
    expect(publicError(thrown)).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '2' } })
  }
})
