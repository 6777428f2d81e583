import { expect, it } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { startServer } from './server-process'

/** A server that hears SIGTERM and goes on. */
const deaf = `
  process.on('SIGTERM', () => undefined)
  require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT)`

it('kills a server that does not end after it was told to stop', async () => {
  const stopping = new AbortController()
  const program = { args: ['-e', deaf], prints: false, reports: false }
  const options = { port: await findFreePort(), env: {}, stop: stopping.signal }
  const { exited } = await startServer(program, options, 100)
  stopping.abort()
  expect(await exited).toBe(0)
})
