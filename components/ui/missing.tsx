/** Stands for a value that there is none of; why is said on hover and to screen readers. */
export function Missing({ why }: { why: string }) {
  return (
    <span className="text-muted" title={why}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{why}</span>
    </span>
  )
}
