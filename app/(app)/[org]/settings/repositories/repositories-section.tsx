import { EditAliases } from '@/components/repositories/edit-aliases'
import { EditPaths } from '@/components/repositories/edit-paths'
import { RemoveRepository } from '@/components/repositories/remove-repository'
import { type Controls, RepositoryList } from '@/components/repositories/repository-list'
import { ButtonLink } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import { SwitchForm } from '@/components/ui/switch-form'
import type { Organization } from '@/lib/accounts/organizations/find'
import { plural } from '@/lib/core/format'
import type { NumberedPage } from '@/lib/db/numbered-page'
import type { ListedConnection } from '@/lib/sources/connections/list'
import type { RepositorySummary } from '@/lib/sources/repositories/list'
import { monitor, remove, saveAliases, savePaths, sync } from './actions'
import { ConnectButtons } from './connect-buttons'
import { PathsControls, pathsHref } from './paths-controls'

type Props = {
  organization: Organization
  mayManage: boolean
  now: Date
  page: NumberedPage<RepositorySummary>
  connections: ListedConnection[]
}

export function RepositoriesSection({ organization, mayManage, now, page, connections }: Props) {
  const { slug, timeZone } = organization
  const { rows: repositories, total } = page
  const usable = connections.filter(({ installed }) => installed)
  if (total === 0) {
    return (
      <Section id="repositories" title="Repositories">
        <NoRepositories connections={usable} mayManage={mayManage} organization={slug} />
      </Section>
    )
  }
  return (
    <Section
      actions={
        mayManage && (
          <div className="flex flex-wrap gap-2">
            {usable.map(({ id, name }) => (
              <ButtonLink href={`/${slug}/settings/repositories/choose/${id}`} key={id} look="primary">
                {usable.length === 1 ? 'Add repositories' : `Add from ${name}`}
              </ButtonLink>
            ))}
          </div>
        )
      }
      id="repositories"
      lead={`${plural(total, 'repository', 'repositories')} whose commits and pull requests deployments are tied to. A service is found by the name of its repository or by an alias. Times in ${timeZone}.`}
      title="Repositories"
    >
      <RepositoryList
        controls={mayManage ? (repository) => controlsOf(repository, slug) : null}
        now={now}
        pathsHref={(id, service) => pathsHref(slug, id, service)}
        repositories={repositories}
        timeZone={timeZone}
      />
      <NumberedPager
        after="Next"
        before="Previous"
        page={page.page}
        pages={page.pages}
        to={(number) => `/${slug}/settings/repositories?page=${number}`}
      />
    </Section>
  )
}

function controlsOf(repository: RepositorySummary, organization: string): Controls {
  const { id, fullName, connection, monitored, sync: state } = repository
  const fields = { organization, repositoryId: String(id) }
  const busy = state?.state === 'running'
  return {
    aliases: <EditAliases action={saveAliases} organization={organization} repository={repository} />,
    addPaths: <EditPaths action={savePaths} organization={organization} paths={null} repository={repository} />,
    paths: (paths) => <PathsControls organization={organization} paths={paths} repository={repository} />,
    actions: (
      <>
        {connection && (
          <SwitchForm
            action={monitor}
            fields={fields}
            label="Monitored"
            name="monitored"
            of={fullName}
            on={monitored}
          />
        )}
        {connection && monitored && !busy && (
          <ButtonForm action={sync} busy="Requesting…" hidden={fields}>
            Sync now
          </ButtonForm>
        )}
        <RemoveRepository action={remove} organization={organization} repository={repository} />
      </>
    ),
  }
}

type NoRepositoriesProps = { organization: string; mayManage: boolean; connections: ListedConnection[] }

/** Nothing is followed yet: the next step, whichever that is. */
function NoRepositories({ organization, mayManage, connections }: NoRepositoriesProps) {
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
