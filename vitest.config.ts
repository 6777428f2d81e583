import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)) }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias, conditions: ['react-server'] },
        test: { name: 'unit', include: ['{lib,cli,app,components,scripts}/**/*.test.ts'], exclude: ['**/*.db.test.ts'] },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          include: ['{lib,cli,app,scripts}/**/*.db.test.ts'],
          globalSetup: ['lib/testing/database.ts'],
          setupFiles: ['lib/testing/setup-database.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
