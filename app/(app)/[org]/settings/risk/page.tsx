import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { LockedPart } from '@/components/plan/locked'
import { RuleThresholds } from '@/components/risk/rule-thresholds'
import { SettingForm } from '@/components/settings/setting-form'
import { Section } from '@/components/ui/section'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { rules } from '@/lib/risk/registry'
import { thresholdName, thresholdsOf } from '@/lib/risk/thresholds'
import { saveThresholds } from './actions'

export const metadata: Metadata = { title: 'Risk thresholds' }

export default organizationPage(RiskSettingsPage)

async function RiskSettingsPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization, role } = await pageMember(params)
  const { slug, signalThresholds } = organization
  const mayManage = atLeast(role, 'manager')
  const list = rules.map((rule) => {
    const values = thresholdsOf(rule, signalThresholds)
    const thresholds = Object.entries(rule.thresholds).map(([name, threshold]) => ({
      ...threshold,
      name: thresholdName(rule, name),
      value: values[name] ?? threshold.suggested,
    }))
    return <RuleThresholds key={rule.slug} mayChange={mayManage} rule={rule} thresholds={thresholds} />
  })
  return (
    <>
      {!mayUse(organization, 'signals', new Date()) && <LockedPart organization={slug}>Risk signals.</LockedPart>}
      <Section
        id="thresholds"
        lead={
          mayManage
            ? 'What Leadline warns of, and from when on. An empty field means what it suggests.'
            : 'What Leadline warns of, and from when on. An owner or a manager can change it.'
        }
        title="Risk signals"
      >
        {mayManage ? (
          <SettingForm
            action={saveThresholds}
            done="Saved. Signals follow within five minutes."
            organization={slug}
            save="Save thresholds"
          >
            {list}
          </SettingForm>
        ) : (
          list
        )}
      </Section>
    </>
  )
}
