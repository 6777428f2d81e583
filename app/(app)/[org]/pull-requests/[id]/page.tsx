import { ArrowUpRight } from 'lucide-react'
import { cache } from 'react'
import { organizationMetadata, organizationPage } from '@/app/organization-page'
import { ShippedByList } from '@/components/pull-requests/shipped-by-list'
import { StageBar } from '@/components/pull-requests/stage-bar'
import { buttonClass } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { isHttpUrl } from '@/lib/deployments/schema'
import { getPullRequest } from '@/lib/pull-requests/get'
import { factsOf } from './facts-of'
import { NotShipped } from './not-shipped'
import { Outcome } from './outcome'

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
  const { number, title, webUrl, stages, shippedBy, delivery, liveBefore } = pullRequest
  const { slug, timeZone } = organization
  const now = new Date()
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
                Open pull request <ArrowUpRight aria-hidden="true" className="size-4" />
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
          <StageBar stages={stages} />
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
