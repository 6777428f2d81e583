import { Command, Option } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import type { SignalState } from '@/lib/generated/prisma/enums'
import { valueText } from '@/lib/insights/metrics/value-text'
import { listSignals, type Signal, signalStates } from '@/lib/risk/list'
import { refreshSignals } from '@/lib/risk/refresh'
import { printResult, table } from '../output'
import { withMigratedDatabase } from '../with-database'

const listHelp = `
Looks for signals first, as the server does every five minutes. The 50 worst
are listed. Exit codes: 0 listed, 1 failed (the plan does not include signals
among others), 2 the command was not understood.`

type Options = { org: string; state: SignalState; json?: boolean }

/** `leadline signal …` */
export function signalCommand(): Command {
  const command = new Command('signal').description('Look at risk signals: what Leadline warns of.')
  command
    .command('list')
    .description('List risk signals, the worst first, with the numbers that they rest on.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .addOption(
      new Option('--state <state>', 'only those in this state')
        .choices(signalStates)
        .default('open' satisfies SignalState),
    )
    .option('--json', 'print the signals as a JSON array')
    .addHelpText('after', listHelp)
    .action(async ({ org, state, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const organization = await findOrganization(org)
        const now = new Date()
        if (!mayUse(organization, 'signals', now)) {
          throw new AppError('forbidden', 'The plan of this organization does not include risk signals')
        }
        await refreshSignals(organization.id, now)
        const { rows: signals } = await listSignals(organization.id, { state }, 1, now)
        printResult(signals, json, () => listText(signals, state))
      })
    })
  return command
}

function listText(signals: readonly Signal[], state: SignalState): string {
  if (signals.length === 0) return `No signal is ${state}.`
  return table(
    ['SEVERITY', 'SIGNAL', 'ABOUT', 'NUMBERS', 'FIRST SEEN'],
    signals.map(({ severity, rule, name, evidence, firstSeenAt }) => [
      severity,
      rule.title,
      name ?? '—',
      evidence.map(({ label, value, unit }) => `${label}: ${valueText(value, unit)}`).join(', '),
      firstSeenAt.toISOString(),
    ]),
  )
}
