import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { isSetUp } from '@/lib/accounts/organizations/setup'
import { findSession } from '@/lib/accounts/sessions/find'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { publicError } from '@/lib/http/http'

let server: Server

afterEach(async () => {
  await db().close()
  server.close()
})

for (const mode of ['refuses', 'never answers']) {
  it(`the first read of a page is answered "try again" when the database ${mode}`, async () => {
    server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    if (mode === 'refuses') await new Promise((resolve) => server.close(resolve))
    setDatabaseUrl(`postgresql://leadline@127.0.0.1:${port}/leadline`)
    for (const ask of [isSetUp, () => findSession('unknown')]) {
      const error = await ask().catch(publicError)
      expect(error).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '2' } })
    }
  })
}
