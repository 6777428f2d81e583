/** A bar that is filled as far as `length` says, 0 to 1. Stands next to a text that says the same. */
export function LengthBar({ length }: { length: number }) {
  return (
    <svg aria-hidden="true" className="h-1.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect className="fill-line" height="1" width="100" />
      <rect className="fill-ink" height="1" width={Math.min(Math.max(length, 0), 1) * 100} />
    </svg>
  )
}
