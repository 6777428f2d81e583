import path from 'node:path'
import { Command } from 'commander'
import { restoreBackup } from '@/lib/db/backup/restore'
import { writeBackup } from '@/lib/db/backup/write'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { fields, printResult } from '../output'
import { progressBar } from '../progress-bar'

/** `leadline backup` */
export function backupCommand(callerDirectory: string): Command {
  return new Command('backup')
    .description('Write everything to one new file, as it is at this moment. The server may run meanwhile.')
    .argument('<file>', 'file to create, which its owner alone may read')
    .option('--json', 'print {"file", "bytes", "tables", "rows", "keys"}')
    .addHelpText(
      'after',
      '\nThe file holds the keys of the data directory too: keep it as you keep them. Keys that are settings\n' +
        '(ENCRYPTION_KEY, NEXTAUTH_SECRET) are not in it. More: docs/backup.md.',
    )
    .action(async (given: string, { json = false }: { json?: boolean }) => {
      const progress = progressBar(json)
      const file = path.resolve(callerDirectory, given)
      const backup = await withDatabase((databaseUrl) => writeBackup(databaseUrl, file, progress.update)).finally(
        progress.stop,
      )
      printResult(backup, json, () =>
        fields([
          ['File', backup.file],
          ['Bytes', String(backup.bytes)],
          ['Rows', `${backup.rows} in ${backup.tables} tables`],
          ['Keys', backup.keys.join(', ') || 'none in the data directory; keep those of your settings'],
        ]),
      )
    })
}

/** `leadline restore` */
export function restoreCommand(callerDirectory: string): Command {
  return new Command('restore')
    .description('Fill an empty database from a file of `leadline backup`, all of it or nothing.')
    .argument('<file>', 'file that `leadline backup` wrote')
    .option('--other-key', 'go on where ENCRYPTION_KEY is not that of the backup: tokens have to be entered again')
    .option('--json', 'print {"createdAt", "version", "tables", "rows", "migrated"}')
    .addHelpText(
      'after',
      '\nSet LEADLINE_DATA_DIR to a folder that does not exist yet, or DATABASE_URL to an empty database.\n' +
        'The file is checked to its end before anything is written. More: docs/backup.md.',
    )
    .action(async (given: string, { otherKey = false, json = false }: { otherKey?: boolean; json?: boolean }) => {
      const { update: onProgress, stop } = progressBar(json)
      const file = path.resolve(callerDirectory, given)
      const restored = await withDatabase((databaseUrl) =>
        restoreBackup(databaseUrl, file, { otherKey, onProgress }),
      ).finally(stop)
      printResult(restored, json, () =>
        fields([
          ['Restored', `${restored.rows} rows in ${restored.tables} tables`],
          ['As of', restored.createdAt],
          ['Written by', `Leadline ${restored.version}`],
          ['Migrated', restored.migrated.join(', ') || 'nothing to do'],
        ]),
      )
    })
}
