import { Command } from 'commander'
import { type AuditEntry, listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { filled, listLimit } from '../options'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

type Options = { org: string; action?: string; person?: string; text?: string; limit: number; json?: boolean }

/** `leadline audit` */
export function auditCommand(): Command {
  return new Command('audit')
    .description('Show who changed what in an organization, the latest first.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--action <name>', 'only this, such as deployment.voided', filled)
    .option('--person <address>', 'only what this person did, or "command line"', filled)
    .option('--text <text>', 'only what has this text in what was changed, by whom, or why', filled)
    .option('--limit <number>', 'at most so many', listLimit, 50)
    .option('--json', 'print the entries as a JSON array')
    .action(async ({ org, limit: count, json = false, ...filter }: Options) => {
      await withMigratedDatabase(async () => {
        const { rows: entries } = await listAudit((await findOrganization(org)).id, filter, null, count)
        printResult(entries, json, () => listText(entries, org))
      })
    })
}

function listText(entries: AuditEntry[], org: string): string {
  if (entries.length === 0) return `No such change of ${org} is on record.`
  return table(
    ['TIME', 'WHO', 'WHAT'],
    entries.map((entry) => [entry.at.toISOString(), entry.actor, auditText(entry)]),
  )
}
