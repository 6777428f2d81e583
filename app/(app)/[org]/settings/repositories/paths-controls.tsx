import { EditPaths } from '@/components/repositories/edit-paths'
import { RemovePaths } from '@/components/repositories/remove-paths'
import { ButtonLink } from '@/components/ui/button'
import type { RepositoryName, ServicePaths } from '@/lib/sources/repositories/list'
import { removePaths, savePaths } from './actions'

type Props = { organization: string; repository: RepositoryName; paths: ServicePaths }

/** What may be changed about the paths of a service. */
export function PathsControls({ organization, repository, paths }: Props) {
  return (
    <span className="flex flex-wrap items-center">
      {paths.leftOut === 0 ? (
        <EditPaths action={savePaths} organization={organization} paths={paths} repository={repository} />
      ) : (
        <ButtonLink
          aria-label={`Edit paths of ${paths.service} in ${repository.fullName}`}
          href={pathsHref(organization, repository.id, paths.service)}
          look="quiet"
          prefetch={false}
        >
          Edit
        </ButtonLink>
      )}
      <RemovePaths action={removePaths} organization={organization} repository={repository} service={paths.service} />
    </span>
  )
}

/** The page with the paths of a repository, or with those of one of its services. */
export function pathsHref(organization: string, repositoryId: number, service?: string): string {
  const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`
  return `/${organization}/settings/repositories/paths/${repositoryId}${query}`
}
