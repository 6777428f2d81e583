import { Command } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { type LoggedRequest, listWebhookRequests } from '@/lib/deployments/request-log/list'
import { listLimit } from '../options'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

type Options = { org: string; refused?: boolean; limit: number; json?: boolean }

/** `leadline requests` */
export function requestsCommand(): Command {
  return new Command('requests')
    .description('Show the latest requests to the deployment webhook and what they were answered.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--refused', 'only refused requests')
    .option('--limit <number>', 'at most so many', listLimit, 50)
    .option('--json', 'print the requests as a JSON array')
    .action(async ({ org, refused = false, limit: count, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        const { rows } = await listWebhookRequests(id, { refusedOnly: refused }, null, count)
        printResult(rows, json, () => listText(rows, org, refused))
      })
    })
}

function listText(requests: LoggedRequest[], org: string, refused: boolean): string {
  if (requests.length === 0) {
    return refused
      ? `No request of ${org} was refused in the last days. Requests with an unknown key belong to no organization, so they are not listed.`
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
