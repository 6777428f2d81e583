const severities = {
  high: { title: 'High', look: 'bg-failure' },
  medium: { title: 'Medium', look: 'bg-rolled-back' },
  low: { title: 'Low', look: 'bg-strong-line' },
}

/** How bad a signal is, as a dot and a word. */
export function SeverityMark({ severity }: { severity: keyof typeof severities }) {
  const { title, look } = severities[severity]
  return (
    <p className="flex items-baseline gap-2 text-sm text-muted">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${look}`} />
      {title}
    </p>
  )
}
