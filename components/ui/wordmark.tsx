/** The name next to its sign: a line with a lead at its end. */
export function Wordmark() {
  return (
    <p className="flex items-center gap-3 text-lg font-semibold tracking-tight">
      <svg aria-hidden="true" className="h-8 w-3" fill="none" viewBox="0 0 12 32">
        <path className="stroke-ink" d="M6 0v20" strokeWidth="1.5" />
        <path className="stroke-ink" d="M2.5 6h7M3.5 12h5" strokeWidth="1" />
        <path className="fill-accent" d="M6 19c2.5 3 4 5.5 4 8a4 4 0 0 1-8 0c0-2.5 1.500-5 4-8Z" />
      </svg>
      Leadline
    </p>
  )
}
