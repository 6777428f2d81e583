'use client'

import { useState } from 'react'

type Option = { name: string; label: string; hint?: string; checked: boolean }

type Props = { legend: string; hint?: string; options: readonly Option[]; empty?: string; long?: boolean }

/** Boxes to tick, each of which is a field of its own, and stays as it is when its form is refused. Those of a `long` list scroll. */
export function CheckList({ legend, hint, options, empty, long = false }: Props) {
  const [ticked, setTicked] = useState(new Set(options.flatMap((option) => (option.checked ? [option.name] : []))))
  const toggle = (name: string) => {
    const others = new Set(ticked)
    if (!others.delete(name)) others.add(name)
    setTicked(others)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {options.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      <div className={`flex flex-col ${long ? 'max-h-56 overflow-y-auto' : ''}`}>
        {options.map(({ name, label, hint: meaning }) => (
          <label className="flex gap-3 py-1 text-sm leading-snug" key={name}>
            <input
              className="mt-0.5 size-4 shrink-0 accent-accent"
              defaultChecked={ticked.has(name)}
              name={name}
              onChange={() => toggle(name)}
              type="checkbox"
              value="on"
            />
            <span className="min-w-0 wrap-anywhere">
              {label}
              {meaning && <span className="block text-muted">{meaning}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </fieldset>
  )
}
