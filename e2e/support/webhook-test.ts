import { test as base } from '@playwright/test'
import { db } from '@/lib/db/db'
import { type ExtraServer, type Served, startExtraServer } from './extra-server'
import { ingestUrls, serverUrls } from './servers'

type Fixtures = {
  /** What serves the webhook, from the project. */
  served: Served
  /** Two processes that serve it, on one database. */
  urls: [string, string]
  /** Starts one more, for a test that needs settings of its own or that stops it; `messages` is for its log. */
  startExtra: (settings: Record<string, string>, messages?: number) => Promise<ExtraServer>
}

/** A test of the contract, which runs against `npm start` and `npm run ingest`. */
export const test = base.extend<object, Fixtures>({
  served: ['next', { option: true, scope: 'worker' }],
  urls: [async ({ served }, use) => use(served === 'next' ? serverUrls() : ingestUrls()), { scope: 'worker' }],
  startExtra: [
    async ({ served }, use) => use((settings, messages) => startExtraServer(settings, { served, messages })),
    { scope: 'worker' },
  ],
})

test.afterAll(() => db().close())
