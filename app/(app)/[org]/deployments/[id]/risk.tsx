import { organizationSection } from '@/app/organization-page'
import { RiskScore } from '@/components/risk/risk-score'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { findDeploymentRisk } from '@/lib/risk/score/of-deployment'
import { whyNoScore } from '@/lib/risk/score/words'

type Props = { deployment: DeploymentRecord; organization: Organization; now: Date }

/** How likely a production deployment was to fail, by what was known before it began. */
export const Risk = organizationSection(readRisk)

async function readRisk({ deployment, organization, now }: Props) {
  const { id, production, voidedAt } = deployment
  if (!production || voidedAt !== null || !mayUse(organization, 'signals', now)) return null
  const { model, scored } = await findDeploymentRisk(organization, id)
  if (model === null) return null
  const { slug } = organization
  return (
    <Section id="risk" lead="How likely it was to fail, by what was known before it began." title="Risk">
      {scored ? (
        <RiskScore {...scored} organization={slug} />
      ) : (
        <p className="max-w-2xl text-sm leading-relaxed text-muted">
          {whyNoScore(model) ??
            'No score: the model was first fitted with this deployment, so it would know how it ended.'}{' '}
          <Link className="underline underline-offset-4 hover:text-ink" href={`/${slug}/risk/model`}>
            How it is tested
          </Link>
        </p>
      )}
    </Section>
  )
}
