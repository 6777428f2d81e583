'use client'

import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Info, X } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { ProvenanceContent } from './provenance-content'
import type { ProvenanceLine } from './provenance-lines'

/** A button that opens the note with that id, which may stand elsewhere on the page. */
export function NoteButton({ note, title }: { note: string; title: string }) {
  return (
    <button className="icon-button" popoverTarget={note} type="button">
      <Info />
      <span className="sr-only">{`How ${title} was made`}</span>
    </button>
  )
}

export type NoteProps = {
  id: string
  title: string
  definition: string
  lines: readonly ProvenanceLine[]
  rows: string
}

/** How a number was made, written when it is opened. Without JavaScript it is a link to the page that says so. */
export function Note({ id, title, ...content }: NoteProps) {
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // It may have been opened before this ran.
  useLayoutEffect(() => setOpen(popover.current?.matches(':popover-open') ?? false), [])
  return (
    <div
      aria-label={`How ${title} was made`}
      className="note"
      id={id}
      onBeforeToggle={({ newState }) => flushSync(() => setOpen(newState === 'open'))}
      popover="auto"
      ref={popover}
      role="dialog"
    >
      {open ? (
        <Content id={id} title={title} {...content} />
      ) : (
        <noscript>
          <a href={content.rows}>{`How ${title} was made, and its rows`}</a>
        </noscript>
      )}
    </div>
  )
}

function Content({ id, title, definition, lines, rows }: NoteProps) {
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <p className="font-semibold">{title}</p>
        <button aria-label="Close" className="icon-button" popoverTarget={id} popoverTargetAction="hide" type="button">
          <X />
        </button>
      </div>
      <p className="pt-2 text-sm leading-relaxed">{definition}</p>
      <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-xs leading-5 tabular-nums [&_dt]:text-muted">
        {lines.map(([name, content]) => (
          <div className="contents" key={name}>
            <dt>{name}</dt>
            <dd>
              <ProvenanceContent content={content} />
            </dd>
          </div>
        ))}
      </dl>
      <Link className="mt-4 block text-sm underline underline-offset-4 hover:text-muted" href={rows} prefetch={false}>
        The rows behind it, and CSV
      </Link>
    </>
  )
}
