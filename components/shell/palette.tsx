'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { controlClass } from '@/components/ui/field'
import { Search } from '@/components/ui/icons'
import type { Place } from '@/lib/insights/find-places'

const pauseMs = 150

/** What was found for a text. */
type Found = { text: string | null; places: Place[]; problem: boolean }

/** A dialog that leads to pages, services, teams, metrics, deployments and pull requests; Control or Command + K opens it. */
export function Palette({ slug }: { slug: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  return (
    <>
      <button
        aria-haspopup="dialog"
        className="flex shrink-0 items-center gap-2 rounded-sm border border-line px-2.5 py-1.5 text-sm text-muted hover:bg-raised hover:text-ink"
        onClick={() => setOpen(true)}
        type="button"
      >
        <Search />
        <span className="max-lg:sr-only">Go to…</span>
        <kbd className="ml-auto font-mono text-xs max-lg:hidden">Ctrl K</kbd>
      </button>
      <dialog
        aria-label="Go to"
        className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-sm border border-line bg-paper p-4 text-ink shadow-float"
        onClose={() => setOpen(false)}
        ref={dialog}
      >
        {open && <Finder close={() => dialog.current?.close()} slug={slug} />}
      </dialog>
    </>
  )
}

function Finder({ slug, close }: { slug: string; close: () => void }) {
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found>({ text: null, places: [], problem: false })
  const [chosen, setChosen] = useState(0)
  const [entered, setEntered] = useState<string | null>(null)
  const { places } = found
  const searching = found.text !== text
  useEffect(() => {
    const gone = new AbortController()
    const find = async () => {
      const response = await fetch(`/${slug}/search?${new URLSearchParams({ q: text })}`, { signal: gone.signal })
      if (!response.ok) throw new Error(response.statusText)
      const places = (await response.json()) as Place[]
      if (gone.signal.aborted) return
      setFound({ text, places, problem: false })
      setChosen(0)
    }
    const timer = setTimeout(
      () => find().catch(() => gone.signal.aborted || setFound({ text, places: [], problem: true })),
      text === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [slug, text])
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])
  const go = (place: Place | undefined) => {
    if (!place) return
    close()
    router.push(`/${slug}${place.path}`)
  }
  useEffect(() => {
    if (entered === null || entered !== found.text) return
    setEntered(null)
    go(found.places[0])
  })
  const press = (event: KeyboardEvent) => {
    // What is listed while it searches was found for another text.
    if (event.key === 'Enter') searching ? setEntered(text) : go(places[chosen])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key !== 'Enter' && step === undefined) return
    event.preventDefault()
    if (step !== undefined && places.length > 0) setChosen((chosen + step + places.length) % places.length)
  }
  return (
    <>
      <input
        aria-activedescendant={places.length > 0 ? optionId(chosen) : undefined}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={places.length > 0}
        aria-label="Page, service, team, metric, deployment or pull request"
        autoComplete="off"
        className={controlClass}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        placeholder="Page, service, team, metric, deployment, pull request"
        role="combobox"
        spellCheck={false}
        type="text"
        value={text}
      />
      <p className="mt-3 px-3 text-xs text-muted" role="status">
        {searching ? 'Searching…' : foundWords(found)}
      </p>
      <div aria-label="Places" className="mt-1 max-h-[50dvh] overflow-y-auto" id={listId} role="listbox">
        {places.map((place, index) => (
          <button
            aria-selected={index === chosen}
            className="flex w-full cursor-pointer flex-wrap items-baseline justify-between gap-x-4 border-l-2 border-transparent px-3 py-2 text-left text-sm hover:bg-raised aria-selected:border-accent aria-selected:bg-raised"
            id={optionId(index)}
            key={`${place.path} ${place.title}`}
            onClick={() => go(place)}
            role="option"
            tabIndex={-1}
            type="button"
          >
            <span className="min-w-0 break-words">{place.title}</span>
            <span className="text-xs text-muted">{place.kind}</span>
          </button>
        ))}
      </div>
    </>
  )
}

function foundWords({ places, problem }: Found): string {
  if (problem) return 'This search failed. Type on to try it again.'
  return places.length > 0 ? `${places.length} found` : 'Nothing found'
}
