import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { dropLeftovers } from './drop-leftovers'
import { openTestServer } from './test-server'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with the one of vitest.
  interface ProvidedContext {
    testServerUrl: string
  }
}

/** Vitest's global setup: the server and its template for all test files of the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer()
  const cleaner = new pg.Client({ connectionString: server.url })
  await cleaner.connect()
  await dropLeftovers(cleaner)
  await cleaner.end()
  project.provide('testServerUrl', server.url)
  return server.release
}
