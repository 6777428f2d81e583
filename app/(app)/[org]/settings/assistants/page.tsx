import { organizationPage } from '@/app/organization-page'
import { LockedPart } from '@/components/plan/locked'
import { Badges } from '@/components/settings/badges'
import { SnippetChoice } from '@/components/settings/snippet-choice'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { baseUrl } from '@/lib/core/base-url'
import { metrics } from '@/lib/insights/metrics/registry'
import { clientSnippets } from '@/lib/mcp/snippets'
import { saveBadges } from './actions'

export const metadata = { title: 'Assistants and API' }

export default organizationPage(AssistantsPage)

async function AssistantsPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization, role } = await pageMember(params)
  const { slug, badgeToken } = organization
  const mayManage = atLeast(role, 'manager')
  return (
    <>
      {!mayUse(organization, 'questions', new Date()) && (
        <LockedPart organization={slug}>Assistants, the HTTP API and badges.</LockedPart>
      )}
      <Section
        id="assistants"
        lead="Ask an assistant what shipped, how long it took and what waits. It reads what you may read, and changes nothing."
        title="Connect an assistant"
      >
        <SnippetChoice label="Assistant" snippets={clientSnippets(`${baseUrl()}/mcp`)} />
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <Link className="underline underline-offset-4" href="/profile">
            Applications that you connected
          </Link>
          {mayManage && (
            <Link className="underline underline-offset-4" href={`/${slug}/settings/members`}>
              Those of all members
            </Link>
          )}
        </p>
      </Section>
      <Section
        id="api"
        lead="The same answers as JSON, for programs. They need an API key that reads."
        title="HTTP API"
      >
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <Link className="underline underline-offset-4" href="/docs/api">
            API reference
          </Link>
          <Link className="underline underline-offset-4" href={`/${slug}/settings/deployments#keys`}>
            API keys
          </Link>
        </p>
      </Section>
      <Section
        id="badges"
        lead="A metric of the last 30 days as a picture, for a README. Anyone who has its address can see it."
        title="Badges"
      >
        <Badges
          action={mayManage ? saveBadges : null}
          metrics={metrics.map((metric) => ({ slug: metric.slug, title: metric.title }))}
          organization={slug}
          page={`${baseUrl()}/${slug}/insights`}
          token={badgeToken}
          url={`${baseUrl()}/api/v1/badges`}
        />
      </Section>
    </>
  )
}
