import { defineConfig } from 'prisma/config'

// The Prisma CLI wants to download a native schema engine that `generate` and `validate` never run.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
