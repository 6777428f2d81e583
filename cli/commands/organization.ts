import { Command, Option } from 'commander'
import { applyToLateEvents } from '@/lib/deployments/apply-production-names'
import type { Plan } from '@/lib/generated/prisma/enums'
import { createOrganization } from '@/lib/organizations/create'
import { findOrganization, type Organization } from '@/lib/organizations/find'
import { setPlan } from '@/lib/organizations/set-plan'
import { setProductionNames } from '@/lib/organizations/set-production-names'
import { setTimeZone } from '@/lib/organizations/set-time-zone'
import { features, mayUse } from '@/lib/plans/entitlements'
import { fields, printResult } from '../output'
import { withMigratedDatabase } from '../with-database'

const planOption = () =>
  new Option('--plan <plan>', 'plan of the organization').choices(['free', 'business', 'enterprise'])

/** `leadline org …` */
export function organizationCommand(): Command {
  const command = new Command('org').description('Create organizations, look at them, set their plan and settings.')
  command
    .command('create')
    .description('Create an organization, with its owner when an e-mail address is given.')
    .requiredOption('--slug <slug>', 'short name in URLs and events: lower-case letters, digits, hyphens')
    .requiredOption('--name <name>', 'name that people read')
    .option('--owner-email <address>', 'e-mail address that the owner signs in with')
    .option('--owner-password <password>', 'password of the owner, at least 8 characters')
    .addOption(planOption())
    .option('--json', 'print the organization as JSON')
    .action(async (options: CreateOptions) => {
      const owner = ownerOf(options)
      await withMigratedDatabase(async () => {
        print(await createOrganization({ ...options, ...(owner && { owner }) }), options.json)
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
    .description('Set what counts as production, and the time zone; deployments are linked again as it needs.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option(
      '--production <names...>',
      'environment names that count as production; the same again finish what was interrupted',
    )
    .option('--time-zone <zone>', 'IANA name, for example Europe/Berlin')
    .option('--json', 'print the organization as JSON')
    .action(async (options: SettingsOptions) => {
      await withMigratedDatabase(async () => {
        await applySettings(options)
        print(await findOrganization(options.org), options.json)
      })
    })
  return command
}

type SettingsOptions = { org: string; production?: string[]; timeZone?: string; json?: boolean }

async function applySettings({ org, production, timeZone }: SettingsOptions): Promise<void> {
  if (!production && !timeZone) throw new Error('Name what to set: --production, --time-zone')
  const { id } = await findOrganization(org)
  if (timeZone) await setTimeZone(id, timeZone)
  if (!production) return
  await (await setProductionNames(id, production)).linked
  await applyToLateEvents(id)
}

type CreateOptions = {
  slug: string
  name: string
  ownerEmail?: string
  ownerPassword?: string
  plan?: Plan
  json?: boolean
}

function ownerOf({ ownerEmail: email, ownerPassword: password }: CreateOptions) {
  if (email !== undefined && password !== undefined) return { email, password }
  if (email === undefined && password === undefined) return undefined
  throw new Error('--owner-email and --owner-password go together')
}

/** With the plan that it was on before, when that may be another one. */
function print(organization: Organization, json = false, planBefore = organization.plan): void {
  printResult(organization, json, () =>
    fields([
      ['Slug', organization.slug],
      ['Name', organization.name],
      ['Plan', organization.plan + (planBefore === organization.plan ? '' : `, before ${planBefore}`)],
      ['Locked', lockedText(organization)],
      ['Trial', trialText(organization)],
      ['Production', organization.productionNames.join(', ')],
      ['Time zone', organization.timeZone],
      ['Created', organization.createdAt.toISOString()],
    ]),
  )
}

function lockedText(organization: Organization): string {
  const locked = features.filter(({ feature }) => !mayUse(organization, feature, new Date()))
  return locked.map(({ title }) => title).join(', ') || 'nothing'
}

function trialText({ trialStartedAt, trialEndsAt }: Organization): string {
  if (!trialStartedAt || !trialEndsAt) return 'not started'
  return `${trialStartedAt.toISOString()} to ${trialEndsAt.toISOString()}`
}
