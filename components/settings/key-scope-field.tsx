import type { KeyScope } from '@/lib/generated/prisma/enums'

type Props = { scope: KeyScope; choose: (scope: KeyScope) => void }

const choices: [scope: KeyScope, title: string, meaning: string][] = [
  ['ingest', 'Post deployments', 'For pipelines. It reads nothing.'],
  ['read', 'Read: check whether a change is live', 'For bots, scripts and release notes. It posts nothing.'],
]

/** What a new key may do: one thing, so that a leaked one opens no more than that. */
export function KeyScopeField({ scope, choose }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">What it may do</legend>
      {choices.map(([value, title, meaning]) => (
        <label className="flex gap-3 py-1 text-sm leading-snug" key={value}>
          <input
            checked={scope === value}
            className="mt-0.5 size-4 shrink-0 accent-accent"
            name="scope"
            onChange={() => choose(value)}
            type="radio"
            value={value}
          />
          <span>
            {title}
            <span className="block text-muted">{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
