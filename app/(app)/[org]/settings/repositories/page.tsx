import { Suspense } from 'react'
import { organizationPage } from '@/app/organization-page'
import { LiveUpdate } from '@/components/ui/live-update'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Snippet } from '@/components/ui/snippet'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Organization } from '@/lib/accounts/organizations/find'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { versionOf } from '@/lib/http/version'
import { listConnections } from '@/lib/sources/connections/list'
import { manifestOutcomes } from '@/lib/sources/connections/manifest-outcome'
import { type RepositorySummary, readRepositories } from '@/lib/sources/repositories/list'
import { readProgress } from '@/lib/sources/repositories/read-progress'
import { ConnectionsSection } from './connections-section'
import { CoverageSection } from './coverage-section'
import { RepositoriesSection } from './repositories-section'

export const metadata = { title: 'Repositories' }

type Props = { params: Promise<{ org: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export default organizationPage(RepositoriesPage)

async function RepositoriesPage({ params, searchParams }: Props) {
  const { organization, role, user } = await pageMember(params)
  const mayManage = atLeast(role, 'manager')
  // The version first: what changes meanwhile is shown with an old one, and shown again.
  const version = versionOf(await readProgress(organization.id))
  const query = await searchParams
  const [page, connections] = await Promise.all([
    readRepositories(organization.id, pageOf(toSearchParams(query))),
    listConnections(organization.id),
  ])
  const now = new Date()
  const common = { organization, mayManage, now }
  return (
    <>
      <Outcome word={query.github} />
      <RepositoriesSection {...common} connections={connections} page={page} />
      {connections.length + page.total > 0 && (
        <ConnectionsSection {...common} connections={connections} userId={user.id} />
      )}
      <Suspense>
        <CoverageSection {...common} repositories={page.total} />
        <ImportSection organization={organization} repositories={page.rows} />
      </Suspense>
      <LiveUpdate href={`/${organization.slug}/settings/repositories/version`} version={version} />
    </>
  )
}

/** What came of a redirect to GitHub and back. */
function Outcome({ word }: { word: string | string[] | undefined }) {
  const outcome = typeof word === 'string' && Object.hasOwn(manifestOutcomes, word) ? manifestOutcomes[word] : undefined
  if (!outcome) return null
  return <Notice kind={outcome.tone === 'success' ? 'done' : 'refused'}>{outcome.text}</Notice>
}

type ImportSectionProps = { organization: Organization; repositories: RepositorySummary[] }

function ImportSection({ organization, repositories }: ImportSectionProps) {
  const name = repositories.find(({ connection }) => connection === null)?.fullName ?? 'acme/api'
  const text = `npm run -s leadline -- import git --org ${organization.slug} \\\n  --repository ${name} --path /path/to/clone`
  return (
    <Section
      id="import"
      lead="Works with any host, and with none: commits and merged pull requests are read from a git clone on the machine of this server. Fetch and run it again for news. Give the full name, such as acme/api: once its host is connected, the repository is taken over with its data."
      title="Import a clone"
    >
      <Snippet label="In the folder of this server" text={text} />
    </Section>
  )
}
