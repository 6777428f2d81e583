import { cache } from 'react'
import { organizationMetadata, organizationPage, organizationSection } from '@/app/organization-page'
import { CorrectionBanner } from '@/components/deployments/correction-banner'
import { Neighbours } from '@/components/deployments/neighbours'
import { SentAlong } from '@/components/deployments/sent-along'
import { StatusMark } from '@/components/deployments/status-mark'
import { Timeline, timelineWords } from '@/components/deployments/timeline'
import { RiskScore } from '@/components/risk/risk-score'
import { buttonClass } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { ArrowUpRight } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { LiveUpdate } from '@/components/ui/live-update'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { eventsDroppedAfterDays } from '@/lib/deployments/drop-old-events'
import { findNeighbours } from '@/lib/deployments/find-neighbours'
import { type DeploymentRecord, getDeploymentById } from '@/lib/deployments/get'
import { findHostPages } from '@/lib/deployments/host-pages'
import { listCorrections } from '@/lib/deployments/list-corrections'
import { loadSent } from '@/lib/deployments/load-sent'
import { maxEvents } from '@/lib/deployments/load-timeline'
import { readVersion } from '@/lib/deployments/read-version'
import { isHttpUrl } from '@/lib/deployments/schema'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { findDeploymentRisk } from '@/lib/risk/score/of-deployment'
import { whyNoScore } from '@/lib/risk/score/words'
import { Corrections } from './corrections'
import { factsOf } from './facts-of'
import { Incident } from './incident'
import { Reverts } from './reverts'
import { ShippedSection } from './shipped'

type Props = { params: Promise<{ org: string; id: string }>; searchParams: Promise<{ page?: string }> }

/** The version is read first: what changes meanwhile is seen when the page polls for it. */
const load = cache(async (organizationId: number, id: string) => {
  const version = await orNotFound(readVersion(organizationId, Number(id)))
  return { version, deployment: await orNotFound(getDeploymentById(organizationId, Number(id))) }
})

export const generateMetadata = organizationMetadata(async ({ params }: Props) => {
  const { organization } = await pageMember(params)
  const { deployment } = await load(organization.id, (await params).id)
  return { title: titleOf(deployment) }
})

function titleOf({ service, repository, environment }: DeploymentRecord): string {
  return `${service ?? repository ?? 'Deployment'} to ${environment}`
}

export default organizationPage(DeploymentPage)

async function DeploymentPage({ params, searchParams }: Props) {
  const { organization, role, actor } = await pageMember(params)
  const { deployment, version } = await load(organization.id, (await params).id)
  const neighbours = await findNeighbours(organization.id, deployment)
  const sent = (await loadSent(organization.id, deployment.id)) ?? deployment
  const { commit, repository, resolvedSha } = deployment
  const hostPages = await findHostPages(organization.id, repository, commit ? commit.sha : resolvedSha)
  const corrections = await listCorrections(organization.id, deployment.id)
  const { slug, timeZone } = organization
  const now = new Date()
  const { pipelineUrl, status, statusCorrection, voidedAt, voidedReason } = deployment
  const marked = status === statusCorrection && corrections.find(({ action }) => action === 'deployment.marked-failed')
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${slug}/deployments`}
        >
          Deployments
        </Link>
        <PageHeader
          actions={
            pipelineUrl &&
            isHttpUrl(pipelineUrl) && (
              <a className={buttonClass()} href={pipelineUrl} rel="noopener noreferrer nofollow" target="_blank">
                Open pipeline <ArrowUpRight />
              </a>
            )
          }
          title={titleOf(deployment)}
        />
        <StatusMark status={status} voided={voidedAt !== null} />
      </div>
      {voidedAt && (
        <CorrectionBanner
          actor={corrections.find(({ action }) => action === 'deployment.voided')?.actor ?? null}
          at={voidedAt}
          now={now}
          reason={voidedReason ?? ''}
          timeZone={timeZone}
          what="Voided"
        >
          It counts in no number. What it shipped belongs to the next deployment that contains it. Events that still
          come in are kept.
        </CorrectionBanner>
      )}
      {marked && (
        <CorrectionBanner
          actor={marked.actor}
          at={marked.at}
          now={now}
          reason={String(marked.details?.reason ?? '')}
          timeZone={timeZone}
          what="Marked as failed"
        >
          Its pipeline reported a success. It counts as a failure, and what it shipped belongs to the next success that
          contains it.
        </CorrectionBanner>
      )}
      <Reverts id={deployment.id} manages={atLeast(role, 'manager')} now={now} organization={organization} />
      <Facts facts={factsOf(deployment, sent, hostPages, organization, now)} />
      <Risk deployment={deployment} now={now} organization={organization} />
      <Incident deployment={deployment} now={now} organization={organization} userId={actor.userId} />
      <ShippedSection
        deployment={deployment}
        now={now}
        organization={organization}
        page={pageOf(toSearchParams(await searchParams))}
      />
      <Section
        id="timeline"
        lead={`${timelineWords(deployment.timeline.length, maxEvents, eventsDroppedAfterDays(deployment, now))} Times in ${timeZone}.`}
        title="Timeline"
      >
        <Timeline events={deployment.timeline} now={now} timeZone={timeZone} />
      </Section>
      <SentAlong metadata={deployment.metadata} rawPayload={deployment.rawPayload} />
      <Corrections
        deployment={deployment}
        entries={corrections}
        manages={atLeast(role, 'manager')}
        now={now}
        organization={organization}
        sent={sent}
      />
      <LiveUpdate href={`/${slug}/deployments/${deployment.id}/version`} version={version} />
      <Neighbours {...neighbours} now={now} organization={slug} timeZone={timeZone} />
    </>
  )
}

type RiskProps = { deployment: DeploymentRecord; organization: Organization; now: Date }

/** How likely a production deployment was to fail, by what was known before it began. */
const Risk = organizationSection(readRisk)

async function readRisk({ deployment, organization, now }: RiskProps) {
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
