import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { loadEnvFile } from '@/lib/core/load-env-file'
import { distribute } from '@/lib/db/distribute/distribute'
import { npmCommand } from './support/npm-command'

loadEnvFile()

const what = 'Spread the tables of DATABASE_URL over the servers of its Citus, by organization. All of it, or nothing.'

await npmCommand('db:distribute')
  .description(what)
  .option('--dry-run', 'print the statements and change nothing')
  .action(({ dryRun = false }: { dryRun?: boolean }) => run(dryRun))
  .parseAsync()

async function run(dryRun: boolean): Promise<void> {
  const { DATABASE_URL: databaseUrl } = env()
  if (!databaseUrl) throw new AppError('invalid', 'DATABASE_URL is not set, and the embedded Postgres has no Citus.')
  let statements = 0
  const onStatement = (sql: string) => {
    statements += 1
    if (dryRun) process.stdout.write(`${sql};\n`)
  }
  await distribute(databaseUrl, { dryRun, onStatement })
  if (dryRun) process.stdout.write('-- Nothing was changed.\n')
  else
    process.stdout.write(
      `The tables are spread, with ${statements} statements. Start all processes of Leadline again.\n`,
    )
}
