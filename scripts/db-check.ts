import { loadEnvFile } from '@/lib/core/load-env-file'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { diffMigrations } from '@/lib/db/migrations/diff'
import { npmCommand } from './support/npm-command'

loadEnvFile()

await npmCommand('db:check')
  .description('Fail when the migrations do not lead to prisma/schema.prisma.')
  .action(() => withDatabase(check))
  .parseAsync()

async function check(databaseUrl: string): Promise<void> {
  const sql = await diffMigrations(databaseUrl)
  if (sql === '') {
    process.stdout.write('Schema and migrations agree.\n')
    return
  }
  process.stderr.write(`${sql}\nThe migrations lack this. Write it down: npm run db:migrate -- --name <what_it_does>\n`)
  process.exitCode = 1
}
