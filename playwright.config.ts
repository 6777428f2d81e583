import { defineConfig } from '@playwright/test'
import type { Served } from './e2e/support/extra-server'
import { findChromium } from './lib/testing/chromium'

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

export default defineConfig<object, { served: Served }>({
  testDir: 'e2e',
  globalSetup: './e2e/support/start-servers.ts',
  fullyParallel: true,
  workers: 2,
  // No test measures time: these end a wait that is hopeless, also where other work keeps every core busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-reports/e2e.json' }]],
  projects: [
    { name: 'api', testMatch: '{api,webhook}/*.spec.ts' },
    { name: 'ingest', testMatch: 'webhook/*.spec.ts', use: { served: 'ingest' } },
    {
      name: 'browser',
      testIgnore: '{api,webhook}/*.spec.ts',
      use: {
        browserName: 'chromium',
        locale: 'en-GB',
        timezoneId: 'UTC',
        screenshot: 'only-on-failure',
        launchOptions: {
          executablePath: findChromium(),
          args: process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet,
        },
      },
    },
  ],
})
