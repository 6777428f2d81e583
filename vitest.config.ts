import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const resolve = { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } }
const folders = '{app,cli,components,lib,packages,scripts}'

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: 'test-reports/vitest.json',
    // One less than there are cores is Vitest's own number, which leaves half of a machine of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          isolate: false,
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/*.{integration,db,redis}.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        logLevel: 'error',
        test: {
          name: 'integration',
          include: [`${folders}/**/*.integration.test.ts`],
          // They import JSON without saying so, and their source maps name files that are not there.
          server: { deps: { inline: [/@actions\//] } },
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: 'database',
          include: [`${folders}/**/*.db.test.ts`],
          globalSetup: ['lib/testing/database.ts'],
          setupFiles: ['lib/testing/setup-database.ts'],
          env: { NEXTAUTH_SECRET: 'database-tests-only' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        resolve,
        test: {
          name: 'redis',
          include: [`${folders}/**/*.redis.test.ts`],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
