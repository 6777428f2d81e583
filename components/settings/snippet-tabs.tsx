'use client'

import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

type Props = { label: string; tabs: { id: string; title: string; panel: ReactNode }[] }

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs as the ARIA practices describe them: arrow keys, Home and End choose, Tab goes on to the panel. */
export function SnippetTabs({ label, tabs }: Props) {
  const [selected, setSelected] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const choose = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(selected, tabs.length)
    setSelected(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div
        aria-label={label}
        className="-mx-1 flex flex-wrap gap-x-1 gap-y-1"
        onKeyDown={choose}
        ref={list}
        role="tablist"
      >
        {tabs.map(({ id, title }, index) => (
          <button
            aria-controls={`snippet-${id}`}
            aria-selected={index === selected}
            className="border-b-2 border-transparent px-2 py-1.5 text-sm font-medium text-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            id={`tab-${id}`}
            key={id}
            onClick={() => setSelected(index)}
            role="tab"
            tabIndex={index === selected ? 0 : -1}
            type="button"
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }, index) => (
        <div
          aria-labelledby={`tab-${id}`}
          className="min-w-0"
          hidden={index !== selected}
          id={`snippet-${id}`}
          key={id}
          role="tabpanel"
        >
          {panel}
        </div>
      ))}
    </div>
  )
}
