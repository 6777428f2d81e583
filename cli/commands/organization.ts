import path from 'node:path'
import { Command, Option } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { deleteOrganization } from '@/lib/accounts/organizations/delete'
import { exportOrganization } from '@/lib/accounts/organizations/export'
import { findOrganization, type Organization } from '@/lib/accounts/organizations/find'
import { listOrganizations } from '@/lib/accounts/organizations/list'
import { renameOrganization } from '@/lib/accounts/organizations/rename'
import { slugSchema } from '@/lib/accounts/organizations/schema'
import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { canonicalZoneName, setTimeZone } from '@/lib/accounts/organizations/set-time-zone'
import { parse } from '@/lib/core/parse'
import { applyToLateEvents } from '@/lib/deployments/production-names/apply-production-names'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import type { Plan } from '@/lib/generated/prisma/enums'
import { type LeadTimeStart, leadTimeStarts } from '@/lib/insights/metrics/settings'
import { setMetricSettings } from '@/lib/insights/set-metric-settings'
import { understood } from '../options'
import { organizationTable, organizationText } from '../organization-text'
import { fields, printResult } from '../output'
import { progressBar } from '../progress-bar'
import { readSecret } from '../read-secret'
import { withMigratedDatabase } from '../with-database'

const planOption = () =>
  new Option('--plan <plan>', 'plan of the organization').choices(['free', 'business', 'enterprise'])

const newSlug = understood((text) => parse(slugSchema, text))

/** `leadline org …` */
export function organizationCommand(callerDirectory: string): Command {
  const command = new Command('org').description(
    'Create organizations, list, rename, export and delete them, set their plan and settings.',
  )
  command
    .command('create')
    .description(
      'Create an organization, and its owner when an e-mail address is given: the password, of at least 8 characters, ' +
        'is prompted for at a terminal, else the first line of standard input.',
    )
    .requiredOption('--slug <slug>', 'short name in URLs and events: lower-case letters, digits, hyphens', newSlug)
    .requiredOption('--name <name>', 'name that people read')
    .option(
      '--owner-email <address>',
      'e-mail address that the owner signs in with; a person who has an account keeps their password',
    )
    .addOption(planOption())
    .option('--json', 'print the organization as JSON')
    .action(async ({ ownerEmail: email, json, ...organization }: CreateOptions) => {
      const owner = email === undefined ? undefined : { email, password: await readSecret('Password of the owner') }
      await withMigratedDatabase(async () => {
        print(await createOrganization({ ...organization, ...(owner && { owner }) }), json)
      })
    })
  command
    .command('list')
    .description('List all organizations of the installation, by slug.')
    .option('--json', 'print the organizations as a JSON array')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const organizations = await listOrganizations()
        printResult(organizations, json, () => organizationTable(organizations))
      })
    })
  command
    .command('show')
    .description('Show an organization: plan, trial, production names, time zone.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--json', 'print the organization as JSON')
    .action(async ({ org, json }: { org: string; json?: boolean }) => {
      await withMigratedDatabase(async () => print(await findOrganization(org), json))
    })
  command
    .command('plan')
    .description('Put an organization on a plan, from the next request on; the audit log keeps it.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .addOption(planOption().makeOptionMandatory())
    .option('--json', 'print the organization as JSON')
    .action(async ({ org, plan, json }: { org: string; plan: Plan; json?: boolean }) => {
      await withMigratedDatabase(async () => {
        const before = await findOrganization(org)
        print(await setPlan(org, plan), json, before.plan)
      })
    })
  command
    .command('settings')
    .description(
      'Set what counts as production, the time zone and how metrics are counted; deployments that this changes are linked again.',
    )
    .requiredOption('--org <slug>', 'slug of the organization')
    .option(
      '--production <names...>',
      'all environment names that count as production; the server finishes what is interrupted, or the same command does',
    )
    .option('--time-zone <zone>', 'IANA name, such as Europe/Berlin', understood(canonicalZoneName))
    .addOption(
      new Option('--lead-time <start>', 'where lead time starts unless a link or command says otherwise').choices(
        leadTimeStarts,
      ),
    )
    .addOption(
      new Option('--rolled-back-fails <answer>', 'whether a deployment that was rolled back counts as failed').choices([
        'yes',
        'no',
      ]),
    )
    .option('--json', 'print the organization as JSON')
    .action(async (options: SettingsOptions, command: Command) => {
      const { production, timeZone, leadTime, rolledBackFails } = options
      if (!production && !timeZone && !leadTime && !rolledBackFails) {
        command.error('error: Name what to set: --production, --time-zone, --lead-time, --rolled-back-fails')
      }
      await withMigratedDatabase(async () => {
        await applySettings(options)
        print(await findOrganization(options.org), options.json)
      })
    })
  command
    .command('rename')
    .description(
      'Give an organization another name or slug. Addresses with the old slug lead nowhere then; keys go on, and trusted ' +
        'pipelines need the audience of the new one.',
    )
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--name <name>', 'name that people read')
    .option('--slug <slug>', 'short name in URLs: lower-case letters, digits, hyphens', newSlug)
    .option('--json', 'print the organization as JSON')
    .action(async ({ org, name, slug, json }: RenameOptions, command: Command) => {
      if (name === undefined && slug === undefined) command.error('error: Name what to change: --name, --slug')
      await withMigratedDatabase(async () => {
        const { id } = await findOrganization(org)
        print(await renameOrganization(operatorOf(id), { name, slug }), json)
      })
    })
  command
    .command('export')
    .description(
      'Write everything that belongs to an organization to one new file, as it is at this moment: gzip, one JSON object per line.',
    )
    .argument('<file>', 'file to create, which its owner alone may read')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--json', 'print {"file", "bytes", "tables", "rows"}')
    .addHelpText(
      'after',
      '\nPasswords, tokens, keys and their hashes are not in it. What is in it, and how: docs/backup.md.',
    )
    .action(async (given: string, { org, json = false }: { org: string; json?: boolean }) => {
      const progress = progressBar(json)
      const file = path.resolve(callerDirectory, given)
      await withMigratedDatabase(async () => {
        const exported = await exportOrganization(org, file, progress.update).finally(progress.stop)
        printResult(exported, json, () =>
          fields([
            ['File', exported.file],
            ['Bytes', String(exported.bytes)],
            ['Rows', `${exported.rows} in ${exported.tables} tables`],
          ]),
        )
      })
    })
  command
    .command('delete')
    .description(
      'Delete an organization with its keys, deployments, pull requests and everything else, for ever. Accounts stay. ' +
        'Where it is interrupted, the same command finishes it.',
    )
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--confirm <slug>', 'the same slug again')
    .option('--json', 'print {"slug", "name", "rows"}')
    .action(async ({ org, confirm, json = false }: { org: string; confirm: string; json?: boolean }) => {
      const progress = progressBar(json)
      await withMigratedDatabase(async () => {
        const deleted = await deleteOrganization(org, confirm, progress.update).finally(progress.stop)
        printResult(
          deleted,
          json,
          () => `Deleted ${deleted.name} with ${deleted.rows} deployments, pull requests and other rows.`,
        )
      })
    })
  return command
}

type RenameOptions = { org: string; name?: string; slug?: string; json?: boolean }

type SettingsOptions = {
  org: string
  production?: string[]
  timeZone?: string
  leadTime?: LeadTimeStart
  rolledBackFails?: 'yes' | 'no'
  json?: boolean
}

async function applySettings(options: SettingsOptions): Promise<void> {
  const { org, production, timeZone, leadTime, rolledBackFails } = options
  const { id } = await findOrganization(org)
  await setMetricSettings(operatorOf(id), {
    leadTimeFrom: leadTime,
    rolledBackFails: rolledBackFails && rolledBackFails === 'yes',
  })
  if (timeZone) await setTimeZone(operatorOf(id), timeZone)
  if (!production) return
  await (await setProductionNames(operatorOf(id), production)).linked
  await applyToLateEvents(id)
}

type CreateOptions = {
  slug: string
  name: string
  ownerEmail?: string
  plan?: Plan
  json?: boolean
}

function print(organization: Organization, json = false, planBefore = organization.plan): void {
  printResult(organization, json, () => organizationText(organization, planBefore))
}
