import { open } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { plural } from '@/lib/core/format'
import { type DeploymentImport, importDeployments } from '@/lib/deployments/import/import-deployments'
import type { Refusal } from '@/lib/deployments/import/read-file'
import { printResult } from '../output'
import { progressBar } from '../progress-bar'
import { withMigratedDatabase } from '../with-database'

type Options = { org: string; dryRun?: boolean; refused?: string; json?: boolean }

/** More are in the file of `--refused`. */
const maxShown = 20

/** `leadline import deployments` */
export function importDeploymentsCommand(callerDirectory: string): Command {
  return new Command('deployments')
    .description('Import deployments from a file, such as the history of another tool. Run it again to go on.')
    .argument('<file>', 'events of the webhook: one JSON object per line, or a .csv with their fields as header')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--dry-run', 'store nothing, and say what would be refused')
    .option('--refused <file>', 'write every refusal to this file, as one JSON object per line')
    .option('--json', 'print {"events", "created", "updated", "known", "refused": counts, "refusals": the first 20}')
    .addHelpText(
      'after',
      '\nThe fields are in docs/webhook.md. An event that is stored already is not stored again.\n' +
        'Exit codes: 0 all events are stored, 3 some were refused, 1 failed.',
    )
    .action(async (given: string, { org, dryRun = false, refused: refusedFile, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const { id: organizationId } = await findOrganization(org)
        const progress = progressBar(json)
        const refusals = await openRefusals(refusedFile && path.resolve(callerDirectory, refusedFile))
        const file = path.resolve(callerDirectory, given)
        const result = await importDeployments({
          organizationId,
          file,
          dryRun,
          onRefusal: refusals.add,
          onProgress: progress.update,
        }).finally(async () => {
          progress.stop()
          await refusals.close()
        })
        const shown = refusals.first
        printResult({ ...result, refusals: shown }, json, () => resultText(result, shown, dryRun))
        if (result.refused > 0) process.exitCode = 3
      })
    })
}

/** Keeps the first refusals, and writes all of them to a file. */
async function openRefusals(file: string | undefined) {
  const first: Refusal[] = []
  const output = file === undefined ? null : await open(file, 'w')
  const add = async (refusal: Refusal) => {
    if (first.length < maxShown) first.push(refusal)
    await output?.appendFile(`${JSON.stringify(refusal)}\n`)
  }
  return { first, add, close: async () => output?.close() }
}

function resultText(result: DeploymentImport, refusals: readonly Refusal[], dryRun: boolean): string {
  const { events, created, updated, known, refused } = result
  const stored = dryRun
    ? `${events - known - refused} would be stored`
    : `${plural(created, 'deployment')} created, ${plural(updated, 'event')} of known ones`
  const lines = refusals.map(
    ({ line, field, message }) => `line ${line}: ${field === null ? '' : `${field} `}${message}`,
  )
  const more = refused > refusals.length ? [`… and ${refused - refusals.length} more: see --refused`] : []
  return [`${plural(events, 'event')}: ${stored}, ${known} stored already, ${refused} refused`, ...lines, ...more].join(
    '\n',
  )
}
