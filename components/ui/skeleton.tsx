/** Holds the place of text that is on its way. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block motion-safe:animate-pulse rounded-sm bg-line/70 ${className}`} />
}

/** A page on its way: its title, and lines where rows will be. */
export function PageSkeleton({ title, rows = 8 }: { title: string; rows?: number }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-8">
      <p className="sr-only" role="status">
        Loading {title}
      </p>
      <Skeleton className="h-8 w-48" />
      <div className="flex flex-col gap-4 border-t border-line pt-6">
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
          <Skeleton className="h-5 w-full" key={row} />
        ))}
      </div>
    </div>
  )
}
