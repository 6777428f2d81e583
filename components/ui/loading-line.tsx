/** A line at the top of the window while something is on the way, unless that is there at once. */
export function LoadingLine() {
  return (
    <span className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 animate-arrive bg-accent" role="status">
      <span className="sr-only">Loading</span>
    </span>
  )
}
