import { Command } from 'commander'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { printResult } from '../output'

/** `leadline migrate` */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the database up to date. Safe to run again, and by several processes at once.')
    .option('--json', 'print {"applied": [names]}')
    .action(async ({ json = false }: { json?: boolean }) => {
      const applied = await withDatabase(applyMigrations)
      printResult({ applied }, json, () =>
        applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date',
      )
    })
}
