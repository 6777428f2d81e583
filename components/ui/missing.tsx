const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Stands for a value that there is none of. Why is said on hover and to screen readers, and among facts, where there is
 * room, to everyone; a table says it below itself with `MissingNote`.
 */
export function Missing({ why }: { why: string }) {
  return (
    <span className="text-muted" title={why}>
      <span aria-hidden="true" className="in-[dd]:hidden">
        —
      </span>
      <span className="sr-only in-[dd]:not-sr-only">{why}</span>
    </span>
  )
}

/** Below a table: why there are dashes in it. Screen readers have it in the cells; nothing where there is none. */
export function MissingNote({ whys }: { whys: readonly string[] }) {
  const clauses = [...new Set(whys)].map(asClause)
  if (clauses.length === 0) return null
  return (
    <p aria-hidden="true" className="text-xs leading-relaxed text-pretty text-muted">
      A dash stands where {list.format(clauses)}.
    </p>
  )
}

/** A sentence as part of another. */
export function asClause(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}
