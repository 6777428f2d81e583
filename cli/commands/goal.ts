import { Command, Option } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { enteredValue, goalMetrics, goalSubject, listGoals, removeGoal, setGoal } from '@/lib/insights/goals'
import { filled } from '../options'
import { printResult, table } from '../output'
import { wholeNumber } from '../whole-number'
import { withMigratedDatabase } from '../with-database'

const epilogue = `
Whether it is the most or the least follows from the metric. The value is in
hours for times, in percent for shares, in times a day for frequencies, in
lines for sizes.
Exit codes: 0 done, 1 failed (an unknown organization or team among others),
2 the command was not understood.`

/** `leadline goal …` */
export function goalCommand(): Command {
  const command = new Command('goal').description('What metrics should reach, and since when.')
  onOrganization(command, 'list', 'List the goals that hold, and the latest that ended.')
    .option('--json', 'print {"holding": […], "ended": […]}')
    .action(async ({ org, json = false }: Options) => {
      await withMigratedDatabase(async () => {
        const goals = await listGoals((await findOrganization(org)).id)
        printResult(goals, json, () => goalTable(goals, org))
      })
    })
  onOrganization(command, 'set', 'Set a goal from today on; another one of the metric ends.')
    .addOption(
      new Option('--metric <name>', 'what it is of').choices(goalMetrics.map(({ slug }) => slug)).makeOptionMandatory(),
    )
    .requiredOption('--value <number>', 'what it should reach, such as 24 hours', filled)
    .option('--team <name>', 'only for this team', filled)
    .option('--json', 'print {"id": …}')
    .addHelpText('after', epilogue)
    .action(async ({ org, metric, value, team, json = false }: SetOptions) => {
      await withMigratedDatabase(async () => {
        const { id: organizationId } = await findOrganization(org)
        const scope = team === undefined ? '' : `team:${team}`
        const result = await setGoal(operatorOf(organizationId), { metric, scope, value })
        printResult(result, json, () => `Goal ${result.id} of ${org} is set.`)
      })
    })
  onOrganization(command, 'remove', 'End a goal; charts of its days still show it.')
    .requiredOption('--id <id>', 'id of the goal', wholeNumber)
    .option('--json', 'print {"id": …, "removed": true}')
    .action(async ({ org, id, json = false }: RemoveOptions) => {
      await withMigratedDatabase(async () => {
        await removeGoal(operatorOf((await findOrganization(org)).id), id)
        printResult({ id, removed: true }, json, () => `Goal ${id} of ${org} has ended.`)
      })
    })
  return command
}

type Options = { org: string; json?: boolean }
type SetOptions = Options & { metric: string; value: string; team?: string }
type RemoveOptions = Options & { id: number }

function onOrganization(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).requiredOption('--org <slug>', 'slug of the organization')
}

function goalTable({ holding, ended }: Awaited<ReturnType<typeof listGoals>>, org: string): string {
  const goals = [...holding, ...ended]
  if (goals.length === 0)
    return `${org} has no goal. Set one: leadline goal set --org ${org} --metric lead-time --value 24`
  return table(
    ['ID', 'GOAL', 'ENTERED', 'FROM', 'TO'],
    goals.map((goal) => [
      String(goal.id),
      goalSubject(goal).replaceAll('\u00a0', ' '),
      enteredValue(goal),
      goal.firstDay,
      goal.lastDay ?? 'holds',
    ]),
  )
}
