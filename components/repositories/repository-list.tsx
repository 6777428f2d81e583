import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import { plural } from '@/lib/core/format'
import { hostNames } from '@/lib/sources/hosts/host-names'
import type { RepositorySummary, ServicePaths } from '@/lib/sources/repositories/list'
import { ServicePathsOf } from './service-paths'
import { SyncState } from './sync-state'

type Props = {
  repositories: RepositorySummary[]
  timeZone: string
  now: Date
  /** The page of all paths in a repository. */
  pathsHref: (repositoryId: number, service?: string) => string
  /** What may be changed about one; null for those who may not. */
  controls: ((repository: RepositorySummary) => Controls) | null
}

export type Controls = {
  aliases: ReactNode
  addPaths: ReactNode
  paths: (paths: ServicePaths) => ReactNode
  actions: ReactNode
}

/** Repositories: where each comes from, how far it is known, and which services mean it. */
export function RepositoryList({ repositories, controls, ...props }: Props) {
  return (
    <ul className="flex flex-col">
      {repositories.map((repository) => (
        <Row {...props} controls={controls?.(repository) ?? null} key={repository.id} repository={repository} />
      ))}
    </ul>
  )
}

type RowProps = Omit<Props, 'repositories' | 'controls'> & { repository: RepositorySummary; controls: Controls | null }

function Row({ repository, controls, timeZone, now, pathsHref }: RowProps) {
  const { pullRequests, lastMergedAt } = repository
  return (
    <li className="grid grid-cols-2 gap-x-8 gap-y-3 border-t border-line py-5 first:border-t-0 first:pt-0 max-sm:gap-x-4 max-sm:py-4 xl:grid-cols-[minmax(0,1fr)_9rem_13rem_13rem]">
      <div className="col-span-2 flex min-w-0 flex-col gap-1 xl:col-span-1">
        <div>
          <h3 className="font-medium break-words">
            <NameOf repository={repository} />
          </h3>
          <p className="text-sm text-muted">{sourceOf(repository)}</p>
        </div>
        <Services controls={controls} pathsHref={pathsHref} repository={repository} />
      </div>
      <p className="text-sm leading-relaxed">
        {pullRequests > 0 ? plural(pullRequests, 'pull request') : 'No pull request yet'}
        <span className="block text-muted">
          {lastMergedAt ? (
            <>
              Latest merged <Time now={now} timeZone={timeZone} value={lastMergedAt} />
            </>
          ) : (
            'None merged'
          )}
        </span>
      </p>
      <SyncState now={now} repository={repository} timeZone={timeZone} />
      {controls && (
        <div className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:-mt-1 max-sm:[&>button:first-child]:-ml-3.75 xl:col-span-1 xl:justify-end xl:self-start">
          {controls.actions}
        </div>
      )}
    </li>
  )
}

function NameOf({ repository: { fullName, webUrl } }: Pick<RowProps, 'repository'>) {
  if (!webUrl || !/^https?:\/\//.test(webUrl)) return fullName
  return (
    <a
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
      href={webUrl}
      rel="noopener noreferrer nofollow"
      target="_blank"
    >
      {fullName}
    </a>
  )
}

function sourceOf({ connection, defaultBranch }: RepositorySummary): string {
  const source = connection && `${hostNames[connection.host]}, ${connection.name}`
  return [source, defaultBranch].filter((part) => part !== null).join(' · ')
}

const maxAliases = 10

function Services({ repository, controls, pathsHref }: Pick<RowProps, 'repository' | 'controls' | 'pathsHref'>) {
  const { id, aliases, servicePaths, servicesWithPaths } = repository
  // In one line, as most repositories need neither; what is open stays open when one comes.
  const folded = aliases.length + servicePaths.length === 0
  return (
    <dl
      className={`flex flex-wrap text-sm leading-7 [&_button]:min-h-7 [&_button]:px-2 [&_button]:py-0 [&_dt]:shrink-0 [&_dt]:text-muted [&>div]:flex [&>div]:max-w-full [&>div]:min-w-0 ${folded ? 'gap-x-4 [&_dt]:pr-3' : 'gap-x-8 [&_dt]:w-16'}`}
    >
      <div>
        <dt>Aliases</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-3">
          {aliases.slice(0, maxAliases).map((alias) => (
            <code className="font-mono text-[0.8125rem] break-all" key={alias}>
              {alias}
            </code>
          ))}
          {aliases.length > maxAliases && <span>and {plural(aliases.length - maxAliases, 'other')}</span>}
          {aliases.length === 0 && <Missing why="Only its own name means it" />}
          {controls?.aliases}
        </dd>
      </div>
      <div>
        <dt>Paths</dt>
        <dd className="flex min-w-0 flex-col items-start">
          {servicePaths.map((paths) => (
            <ServicePathsOf
              controls={controls?.paths(paths)}
              href={pathsHref(id, paths.service)}
              key={paths.service}
              paths={paths}
            />
          ))}
          {servicesWithPaths > servicePaths.length && (
            <Link className="underline underline-offset-4 hover:text-muted" href={pathsHref(id)} prefetch={false}>
              {plural(servicesWithPaths - servicePaths.length, 'more service')}
            </Link>
          )}
          <div className="flex flex-wrap items-center gap-x-3">
            {servicePaths.length === 0 && <Missing why="Every service of it is the whole repository" />}
            {controls?.addPaths}
          </div>
        </dd>
      </div>
    </dl>
  )
}
