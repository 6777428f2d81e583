import { Command, InvalidArgumentError } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { AppError } from '@/lib/core/errors'
import { type ListedDestination, listDestinations } from '@/lib/notifications/destinations/list'
import { sendTest } from '@/lib/notifications/send-test'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

const listHelp = `
Addresses and secrets are never printed. Exit codes: 0 listed, 1 failed,
2 the command was not understood.`

const testHelp = `
Tells whether Leadline reaches a destination from this machine, with the
settings of this command: SMTP_URL and MAIL_FROM for e-mail, ENCRYPTION_KEY.
Exit codes: 0 it arrived, 1 it did not, or the plan does not include it,
2 the command was not understood.`

type Options = { org: string; json?: boolean }

/** `leadline destination …` */
export function destinationCommand(): Command {
  const command = new Command('destination').description('Look at where notifications are sent, and try it.')
  command
    .command('list')
    .description('List destinations: where they lead, what is sent there, and how that goes.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--json', 'print the destinations as a JSON array')
    .addHelpText('after', listHelp)
    .action(async ({ org, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        const destinations = await listDestinations(id)
        printResult(destinations, json, () => listText(destinations))
      })
    })
  command
    .command('test')
    .description('Send a test to a destination.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--id <number>', 'number of the destination, from the list', parseId)
    .option('--json', 'print {"delivered": …, "words": "…"}')
    .addHelpText('after', testHelp)
    .action(async ({ org, id: destinationId, json = false }: Options & { id: number }) => {
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        const result = await sendTest(operatorOf(id), destinationId)
        if (!result.delivered) throw new AppError('unavailable', `The test did not arrive: ${result.words}`)
        printResult(result, json, () => `The test arrived: ${result.words}`)
      })
    })
  return command
}

function listText(destinations: readonly ListedDestination[]): string {
  if (destinations.length === 0) return 'There is no destination.'
  return table(
    ['ID', 'KIND', 'NAME', 'TO', 'TOPICS', 'STATE', 'LAST DELIVERY'],
    destinations.map(({ id, kind, name, host, recipients, topics, pausedAt, failingSince, deliveredAt }) => [
      String(id),
      kind,
      name,
      host ?? (recipients ?? []).map(({ email }) => email).join(', '),
      topics.join(', ') || '—',
      pausedAt ? 'paused' : failingSince ? 'failing' : 'active',
      deliveredAt?.toISOString() ?? '—',
    ]),
  )
}

function parseId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a number, as `leadline destination list` prints it.')
}
