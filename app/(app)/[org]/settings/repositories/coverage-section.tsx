import { refusable } from '@/app/refusable'
import { CoveragePicture } from '@/components/repositories/coverage-picture'
import { ReasonList } from '@/components/repositories/reason-list'
import { UseAsAlias } from '@/components/repositories/use-as-alias'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { requireMember } from '@/lib/accounts/auth/require-member'
import type { Organization } from '@/lib/accounts/organizations/find'
import { formatCount } from '@/lib/core/format'
import { inTime } from '@/lib/http/in-time'
import { coverageDays, maxCounted, readCoverage } from '@/lib/sources/repositories/coverage'
import { listRepositoryNames } from '@/lib/sources/repositories/list'
import { runReport } from '@/lib/web/run-report'
import { useAsAlias } from './actions'

type Props = { organization: Organization; mayManage: boolean; now: Date; repositories: number }

export const CoverageSection = refusable(readCoverageSection)

async function readCoverageSection({ organization, mayManage, now, repositories }: Props) {
  // Not at the same time as other reports without end; a section that comes later has no status of its own.
  const coverage = await inTime(
    runReport(await requireMember(organization.slug), () => readCoverage(organization, now)),
  )
  const { slug } = organization
  if (coverage?.shares.all === 0 && repositories === 0) return null
  const choices = mayManage ? await listRepositoryNames(organization.id) : []
  return (
    <Section
      id="coverage"
      lead={`Successful deployments to production of the last ${coverageDays} days, and why some of them have no pull request.`}
      title="Coverage"
    >
      {coverage === null && (
        <Notice kind="refused">Counting took too long and was stopped. Reload the page to try again.</Notice>
      )}
      {coverage?.capped && (
        <Notice kind="info">There are more: the latest {formatCount(maxCounted)} of these days are counted.</Notice>
      )}
      {coverage?.shares.all === 0 && (
        <p className="text-sm text-muted">No successful deployment to production in these days.</p>
      )}
      {coverage && coverage.shares.all > 0 && (
        <CoveragePicture repositories={coverage.repositories} shares={coverage.shares} />
      )}
      {coverage && coverage.reasons.length > 0 && (
        <ReasonList
          aliasForm={
            choices.length > 0
              ? (service) => (
                  <UseAsAlias
                    action={useAsAlias}
                    more={repositories > choices.length}
                    organization={slug}
                    repositories={choices}
                    service={service}
                  />
                )
              : null
          }
          organization={slug}
          reasons={coverage.reasons}
        />
      )}
    </Section>
  )
}
