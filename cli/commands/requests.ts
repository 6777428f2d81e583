import { Command } from 'commander'
import { findOrganization } from '@/lib/organizations/find'
import { type LoggedRequest, listWebhookRequests } from '@/lib/request-log/list'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

const shown = 50

type Options = { org: string; refused?: boolean; json?: boolean }

/** `leadline requests` */
export function requestsCommand(): Command {
  return new Command('requests')
    .description(`Show the last ${shown} requests to the deployment webhook and what they were answered.`)
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--refused', 'only those that were refused')
    .option('--json', 'print the requests as a JSON array')
    .action(async ({ org, refused = false, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        const { rows } = await listWebhookRequests(id, { refusedOnly: refused }, null, shown)
        printResult(rows, json, () => listText(rows, org, refused))
      })
    })
}

function listText(requests: LoggedRequest[], org: string, refused: boolean): string {
  if (requests.length === 0) {
    return refused
      ? `No request of ${org} was refused in the last days. Requests with an unknown key are nobody's, so they are not listed.`
      : `No request with a key of ${org} in the last days.`
  }
  return table(
    ['RECEIVED', 'STATUS', 'KEY', 'DEPLOYMENT', 'OUTCOME', 'REQUEST'],
    requests.map((request) => [
      request.receivedAt.toISOString(),
      String(request.statusCode),
      keyText(request.key),
      request.deploymentId ?? '—',
      request.repeats === 1 ? request.outcome : `${request.outcome} (${request.repeats.toLocaleString('en')} times)`,
      request.requestId,
    ]),
  )
}

function keyText(key: LoggedRequest['key']): string {
  if (!key) return '—'
  return key.revoked ? `${key.name} (revoked)` : key.name
}
