import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'
import type { ServicePaths } from '@/lib/sources/repositories/list'

/** `href` has all paths of the service. */
type Props = { paths: ServicePaths; href: string; controls: ReactNode }

/** Where a service lives in its repository. */
export function ServicePathsOf({ paths, href, controls }: Props) {
  return (
    <div className="max-w-full pb-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium break-all">{paths.service}</span>
        {controls}
      </div>
      {paths.globs.map((glob) => (
        <code className="block font-mono text-[0.8125rem] leading-relaxed break-all text-muted" key={glob}>
          {glob}
          {paths.refused.includes(glob) && (
            <span className="font-sans text-failure"> is not a valid pattern and matches nothing. Change it.</span>
          )}
        </code>
      ))}
      {paths.leftOut > 0 && (
        <Link className="underline underline-offset-4 hover:text-muted" href={href} prefetch={false}>
          {plural(paths.leftOut, paths.globs.length > 0 ? 'more path' : 'path')}
          <span className="sr-only"> of {paths.service}</span>
        </Link>
      )}
    </div>
  )
}
