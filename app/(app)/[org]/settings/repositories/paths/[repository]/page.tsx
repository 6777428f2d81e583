import { organizationPage } from '@/app/organization-page'
import { EditPaths } from '@/components/repositories/edit-paths'
import { ServicePathsOf } from '@/components/repositories/service-paths'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { plural } from '@/lib/core/format'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { readServicePaths } from '@/lib/sources/repositories/list'
import { savePaths } from '../../actions'
import { PathsControls, pathsHref } from '../../paths-controls'

export const metadata = { title: 'Paths of services' }

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string; repository: string }>; searchParams: Promise<Query> }

export default organizationPage(PathsPage)

async function PathsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug } = organization
  const repositoryId = Number((await params).repository)
  const query = toSearchParams(await searchParams)
  const service = query.get('service')
  const { repository, page } = await orNotFound(readServicePaths(id, repositoryId, pageOf(query), service))
  const path = `/${slug}/settings/repositories`
  const mayManage = atLeast(role, 'manager')
  return (
    <Section
      actions={
        mayManage && (
          <EditPaths action={savePaths} look="secondary" organization={slug} paths={null} repository={repository} />
        )
      }
      id="paths"
      lead={
        service === null &&
        page.total > 0 &&
        `${plural(page.total, 'service')} with paths of their own in this repository, by name.`
      }
      title={`Paths in ${repository.fullName}`}
    >
      <Link className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline" href={path}>
        Back to repositories
      </Link>
      {service !== null && (
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={pathsHref(slug, repository.id)}
        >
          All services with paths in this repository
        </Link>
      )}
      {service !== null && page.total === 0 && (
        <p className="text-sm leading-relaxed wrap-anywhere text-muted">{service} has no paths here.</p>
      )}
      {service === null && page.total === 0 ? (
        <NoPaths mayManage={mayManage} />
      ) : (
        <div className="flex flex-col items-start text-sm leading-7 [&_button]:min-h-7 [&_button]:px-2 [&_button]:py-0">
          {page.rows.map((paths) => (
            <ServicePathsOf
              controls={mayManage && <PathsControls organization={slug} paths={paths} repository={repository} />}
              href={pathsHref(slug, repository.id, paths.service)}
              key={paths.service}
              paths={paths}
            />
          ))}
        </div>
      )}
      <NumberedPager
        after="Next"
        before="Previous"
        page={page.page}
        pages={page.pages}
        to={(number) => `${pathsHref(slug, repository.id)}?page=${number}`}
      />
    </Section>
  )
}

function NoPaths({ mayManage }: { mayManage: boolean }) {
  return (
    <EmptyState title="No paths yet">
      <p>
        Every service is the whole repository: its deployments link all pull requests that they ship. Where several
        services live here, say where each of them does, such as <code>services/api/**</code>.
      </p>
      {!mayManage && <p>An owner or a manager can add paths.</p>}
    </EmptyState>
  )
}
