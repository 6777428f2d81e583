import type { Metadata } from 'next'
import { refusable } from '@/app/refusable'
import { ChangePlan } from '@/components/plan/change-plan'
import { PlanFacts } from '@/components/plan/plan-facts'
import { PlanTable } from '@/components/plan/plan-table'
import { Section } from '@/components/ui/section'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { features, mayUse } from '@/lib/accounts/plans/entitlements'
import { trialOf } from '@/lib/accounts/plans/trial'
import { version } from '@/package.json'

export const metadata: Metadata = { title: 'Plan' }

const always = {
  title: 'Events and API keys',
  description: 'Deployments are recorded whatever the plan, also after a trial.',
  free: true,
  locked: false,
}

export default refusable(PlanPage)

async function PlanPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization } = await pageMember(params)
  const { slug, plan, timeZone } = organization
  const now = new Date()
  const trial = trialOf(organization, now)
  const rows = features.map((row) => ({ ...row, locked: !mayUse(organization, row.feature, now) }))
  const locked = rows.filter((row) => row.locked).map(({ title }) => title)
  return (
    <>
      <Section id="plan" lead={trial && trial.state !== 'not-started' && `Times in ${timeZone}.`} title="Your plan">
        <PlanFacts locked={locked} plan={plan} timeZone={timeZone} trial={trial} />
      </Section>
      <Section
        id="included"
        lead={trial && 'A running trial opens what Business includes.'}
        title="What each plan includes"
      >
        <PlanTable inTrial={trial?.state === 'running'} plan={plan} rows={[always, ...rows]} />
      </Section>
      <Section
        id="change"
        lead="The operator of this server sets the plan. It applies from the next request on; nothing is deleted, and no restart is needed."
        title="Change the plan"
      >
        <ChangePlan organization={slug} plan={plan} />
      </Section>
      <p className="text-sm text-muted">Leadline {version}</p>
    </>
  )
}
