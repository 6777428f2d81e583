import { EditPaths } from '@/components/repositories/edit-paths'
import { RemovePaths } from '@/components/repositories/remove-paths'
import type { RepositoryName, ServicePaths } from '@/lib/sources/repositories/list'
import { removePaths, savePaths } from './actions'

type Props = { organization: string; repository: RepositoryName; paths: ServicePaths }

/** What may be changed about the paths of a service. */
export function PathsControls({ organization, repository, paths }: Props) {
  return (
    <span className="flex flex-wrap items-center">
      <EditPaths action={savePaths} organization={organization} paths={paths} repository={repository} />
      <RemovePaths action={removePaths} organization={organization} repository={repository} service={paths.service} />
    </span>
  )
}
