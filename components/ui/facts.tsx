import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** Names and values side by side, as many columns as fit. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-10 lg:grid-cols-3">
      {facts.map(({ name, value }) => (
        <div className="flex min-w-0 flex-col gap-1" key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-sm leading-relaxed break-words [&_time]:whitespace-normal">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
