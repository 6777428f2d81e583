import type { Organization } from '@/lib/accounts/organizations/find'
import { features, mayUse } from '@/lib/accounts/plans/entitlements'
import type { Plan } from '@/lib/generated/prisma/enums'
import { settingsOf, startText } from '@/lib/insights/metrics/settings'
import { fields, table } from './output'

/** With the plan that it was on before, when that may be another one. */
export function organizationText(organization: Organization, planBefore: Plan): string {
  return fields([
    ['Slug', organization.slug],
    ['Name', organization.name],
    ['Plan', organization.plan + (planBefore === organization.plan ? '' : `, before ${planBefore}`)],
    ['Locked', lockedText(organization)],
    ['Trial', trialText(organization)],
    ['Production', organization.productionNames.join(', ')],
    ['Time zone', organization.timeZone],
    ['Lead time', startText[settingsOf(organization, null).leadTimeFrom]],
    ['Rolled back', organization.rolledBackFails ? 'counts as failed' : 'does not count as failed'],
    ['Created', organization.createdAt.toISOString()],
  ])
}

/** All organizations, or what to do where there is none yet. */
export function organizationTable(organizations: readonly Organization[]): string {
  if (organizations.length === 0)
    return 'There is no organization yet. Open the link of leadline setup-link, or use leadline org create.'
  return table(
    ['SLUG', 'NAME', 'PLAN', 'TRIAL ENDS', 'CREATED'],
    organizations.map(({ slug, name, plan, trialEndsAt, createdAt }) => [
      slug,
      name,
      plan,
      trialEndsAt?.toISOString() ?? 'not started',
      createdAt.toISOString(),
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
