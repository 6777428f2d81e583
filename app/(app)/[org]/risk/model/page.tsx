import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { LockedPart } from '@/components/plan/locked'
import { Drivers, TestReport } from '@/components/risk/model-report'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { plural } from '@/lib/core/format'
import { driversOf } from '@/lib/risk/score/drivers'
import { findModel } from '@/lib/risk/score/store'
import { whyNoScore } from '@/lib/risk/score/words'

type Props = { params: Promise<{ org: string }> }

export const metadata: Metadata = { title: 'Risk of a deployment' }

export default organizationPage(RiskModelPage)

async function RiskModelPage({ params }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const now = new Date()
  if (!mayUse(organization, 'signals', now)) {
    return (
      <>
        <PageHeader title="Risk of a deployment" />
        <LockedPart organization={slug}>
          How likely a deployment is to fail, before it is made: a model of your own history, with its reasons and its
          own test.
        </LockedPart>
      </>
    )
  }
  const model = await findModel(id)
  const why = whyNoScore(model)
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${slug}/risk`}
        >
          Risk
        </Link>
        <PageHeader
          lead={
            model ? (
              <>
                How likely it is to fail, before it is made: fitted{' '}
                <Time now={now} timeZone={timeZone} value={model.fittedAt} /> on {plural(model.ended, 'deployment')} to
                production that ended, {plural(model.failed, 'failure')} among them. It knows sizes, times and what
                failed before, not what is in a change.
              </>
            ) : (
              'How likely it is to fail, before it is made, by a model of your own history.'
            )
          }
          title="Risk of a deployment"
        />
      </div>
      {why !== null && <Notice kind="info">{why}</Notice>}
      {model?.assessment && <TestReport assessment={model.assessment} mark={model.mark} />}
      {model?.verdict === 'useful' && <Drivers drivers={driversOf(model)} timeZone={timeZone} />}
    </>
  )
}
