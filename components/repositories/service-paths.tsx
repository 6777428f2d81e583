import type { ReactNode } from 'react'
import type { ServicePaths } from '@/lib/sources/repositories/list'

type Props = { paths: ServicePaths; controls: ReactNode }

/** Where a service lives in its repository. */
export function ServicePathsOf({ paths, controls }: Props) {
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
    </div>
  )
}
