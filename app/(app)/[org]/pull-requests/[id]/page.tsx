import { cache } from 'react'
import { organizationMetadata, organizationPage } from '@/app/organization-page'
import { ShippedByList } from '@/components/pull-requests/shipped-by-list'
import { StageBar } from '@/components/pull-requests/stage-bar'
import { StateMark } from '@/components/pull-requests/state-mark'
import { buttonClass } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { ArrowUpRight } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { methodInWords } from '@/lib/deployments/linking/advice'
import { isHttpUrl } from '@/lib/deployments/schema'
import { getPullRequest, type PullRequestDetails } from '@/lib/pull-requests/get'
import { factsOf } from './facts-of'
import { NotShipped } from './not-shipped'

type Props = { params: Promise<{ org: string; id: string }> }

const load = cache((organizationId: number, id: string) => orNotFound(getPullRequest(organizationId, Number(id))))

export const generateMetadata = organizationMetadata(async ({ params }: Props) => {
  const { organization } = await pageMember(params)
  const { number, title } = await load(organization.id, (await params).id)
  return { title: `#${number} ${title}` }
})

export default organizationPage(PullRequestPage)

async function PullRequestPage({ params }: Props) {
  const { organization } = await pageMember(params)
  const pullRequest = await load(organization.id, (await params).id)
  const { number, title, webUrl, stages, shippedBy, delivery, liveBefore, notLive, mergedAt } = pullRequest
  const { slug, timeZone } = organization
  const now = new Date()
  const waitingSeconds = notLive && mergedAt && (now.getTime() - mergedAt.getTime()) / 1000
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${slug}/pull-requests`}
        >
          Pull requests
        </Link>
        <PageHeader
          actions={
            webUrl &&
            isHttpUrl(webUrl) && (
              <a className={buttonClass()} href={webUrl} rel="noopener noreferrer nofollow" target="_blank">
                Open pull request <ArrowUpRight />
              </a>
            )
          }
          title={
            <>
              <span className="font-normal text-muted">#{number}</span> {title}
            </>
          }
        />
        <Outcome now={now} organization={slug} pullRequest={pullRequest} timeZone={timeZone} />
      </div>
      <Facts facts={factsOf(pullRequest, timeZone, now)} />
      {stages.length > 0 && (
        <Section
          id="stages"
          lead={delivery ? 'As long as each stage took.' : liveBefore ? 'Up to its merge.' : 'As far as it has come.'}
          title="Stages"
        >
          <StageBar stages={stages} waitingSeconds={waitingSeconds} />
        </Section>
      )}
      <Section
        id="shipped"
        lead={
          shippedBy.length > 0
            ? `In order of completion. The earliest that is a success delivered it. Times in ${timeZone}.`
            : 'No deployment to production is linked to it.'
        }
        title="Shipped by"
      >
        {shippedBy.length > 0 ? (
          <ShippedByList
            deliveredBy={delivery?.id ?? null}
            now={now}
            organization={slug}
            shippedBy={shippedBy}
            timeZone={timeZone}
          />
        ) : (
          <NotShipped organization={organization} pullRequest={pullRequest} />
        )}
      </Section>
    </>
  )
}

type OutcomeProps = { pullRequest: PullRequestDetails; organization: string; timeZone: string; now: Date }

/** What became of it, in one sentence: live since when, by which deployment and why, or what it waits for. */
function Outcome({ pullRequest, organization, timeZone, now }: OutcomeProps) {
  const { state, delivery, liveBefore, notLive, mergedAt } = pullRequest
  return (
    <div className="flex flex-col gap-1 leading-relaxed">
      <StateMark
        liveBefore={liveBefore}
        liveSince={delivery?.completedAt ?? null}
        notLive={notLive}
        state={state}
        timeZone={timeZone}
      />
      {delivery && (
        <p className="max-w-2xl pl-6 text-sm break-words text-muted">
          By{' '}
          <Link
            className="break-all underline underline-offset-4 hover:text-ink"
            href={`/${organization}/deployments/${delivery.id}`}
          >
            {delivery.deploymentId}
          </Link>
          , {delivery.service ? `${delivery.service} to ` : 'to '}
          {delivery.environment}. Linked because {methodInWords(delivery.method)}.
        </p>
      )}
      {liveBefore && (
        <p className="max-w-2xl pl-6 text-sm break-words text-muted">
          <Link
            className="break-all underline underline-offset-4 hover:text-ink"
            href={`/${organization}/deployments/${liveBefore.id}`}
          >
            {liveBefore.deploymentId}
          </Link>
          , the first deployment{liveBefore.service && <> of {liveBefore.service}</>} to {liveBefore.environment},{' '}
          <Time exact now={now} timeZone={timeZone} value={liveBefore.completedAt} />, contained it already. When it
          went live is not known, so it has no lead time.
        </p>
      )}
      {notLive?.why === 'merged, not deployed' && mergedAt && (
        <p className="pl-6 text-sm text-muted">
          Merged <Time now={now} timeZone={timeZone} value={mergedAt} />.
        </p>
      )}
      {notLive?.why === 'rolled back' && (
        <p className="pl-6 text-sm text-muted">
          It is live again with the next successful deployment that contains it.
        </p>
      )}
    </div>
  )
}
