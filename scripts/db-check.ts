import { withDatabase } from '@/lib/embedded-postgres/open-database'
import { loadEnvFile } from '@/lib/load-env-file'
import { diffMigrations } from '@/lib/migrations/diff'
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
