import { refusable } from '@/app/refusable'
import { ChooseRepositories } from '@/components/repositories/choose-repositories'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { findChoices, findConnectionName } from '@/lib/sources/repositories/find-choices'
import { waitForHost } from '@/lib/web/wait-for-host'
import { follow } from '../../connection-actions'

export const metadata = { title: 'Choose repositories' }

type Props = { params: Promise<{ org: string; connection: string }> }

export default refusable(ChooseRepositoriesPage)

async function ChooseRepositoriesPage({ params }: Props) {
  const member = await pageMember(params)
  const { organization, role } = member
  const connectionId = Number((await params).connection)
  const name = await orNotFound(findConnectionName(organization.id, connectionId))
  if (!atLeast(role, 'manager')) return <NotForMembers />
  const { choices, more, problem } = await orNotFound(
    waitForHost(member, () => findChoices(organization.id, connectionId)),
  )
  return (
    <Section
      id="choose"
      lead="What is chosen is read from its first pull request on, and kept up to date from then on."
      title={`Choose repositories of ${name}`}
    >
      <Link
        className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        href={`/${organization.slug}/settings/repositories`}
      >
        Back to repositories
      </Link>
      {problem !== null && <Notice kind="refused">{problem}</Notice>}
      {more && <Notice kind="info">There are more than are listed here. Give the connection access to fewer.</Notice>}
      {problem === null && choices.length === 0 && (
        <Notice kind="info">The connection reaches no repository. Give it access at the host, then reload.</Notice>
      )}
      {choices.length > 0 && (
        <ChooseRepositories
          action={follow}
          choices={choices}
          connectionId={connectionId}
          organization={organization.slug}
        />
      )}
    </Section>
  )
}

function NotForMembers() {
  return (
    <EmptyState title="For owners and managers">
      <p>They choose which repositories are followed.</p>
    </EmptyState>
  )
}
