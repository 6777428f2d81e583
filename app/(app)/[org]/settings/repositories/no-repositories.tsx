import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListedConnection } from '@/lib/sources/connections/list'
import { ConnectButtons } from './connect-buttons'

type Props = { organization: string; mayManage: boolean; connections: ListedConnection[] }

/** Nothing is followed yet: the next step, whichever that is. */
export function NoRepositories({ organization, mayManage, connections }: Props) {
  if (connections.length > 0) {
    return (
      <EmptyState title="Choose what to follow">
        <p>A host is connected, and no repository of it is followed yet.</p>
        {mayManage &&
          connections.map(({ id, name }) => (
            <ButtonLink href={`/${organization}/settings/repositories/choose/${id}`} key={id} look="primary">
              Choose repositories of {name}
            </ButtonLink>
          ))}
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No repository yet">
      <p>
        Deployments are tied to the pull requests of their repository. Connect the host once: what was merged so far is
        read, and what is merged later arrives automatically.
      </p>
      {mayManage ? <ConnectButtons first organization={organization} /> : <p>An owner or a manager can connect one.</p>}
      <p>
        <a className="underline underline-offset-4 hover:text-ink" href="#import">
          Import a clone instead
        </a>
        , of any host and without access to it.
      </p>
    </EmptyState>
  )
}
