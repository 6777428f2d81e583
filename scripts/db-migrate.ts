import { loadEnvFile } from '@/lib/core/load-env-file'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { writeMigration } from '@/lib/db/migrations/write'
import { npmCommand } from './support/npm-command'

loadEnvFile()

const what = 'Write the migration that leads from the last one to prisma/schema.prisma. Applies nothing.'

await npmCommand('db:migrate')
  .description(what)
  .requiredOption('--name <name>', 'what it does, such as add_team')
  .action(({ name }: { name: string }) => withDatabase((url) => migrate(url, name)))
  .parseAsync()

async function migrate(databaseUrl: string, name: string): Promise<void> {
  const migration = await writeMigration(databaseUrl, name)
  process.stdout.write(migration ? `${migration.sql}\nWrote ${migration.path}\n` : 'Schema and migrations agree.\n')
}
