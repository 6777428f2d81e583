'use client'

import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef, useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { LoadingLine } from '@/components/ui/loading-line'
import { isShortcut, setShortcuts, shortcutsOn } from '@/components/ui/shortcuts-setting'
import type { ViewQueries } from './main-links'

const keys: [keys: string[], meaning: string][] = [
  [['?'], 'This sheet'],
  [['Ctrl or ⌘', 'k'], 'Go to a page, service, deployment, pull request'],
  [['g', 'i'], 'Insights'],
  [['g', 'd'], 'Deployments'],
  [['g', 'p'], 'Pull requests'],
  [['g', 'v'], 'Services'],
  [['g', 't'], 'Teams'],
  [['g', 'r'], 'Risk'],
  [['g', 's'], 'Settings'],
  [['/'], 'Search on a page with a search field'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
]

type Props = { slug: string; settingsPath: string; queries: ViewQueries }

/** The keys that lead around, and the sheet that lists them and turns them off. */
export function Shortcuts({ slug, settingsPath, queries: { reports, teams, pullRequests } }: Props) {
  const router = useRouter()
  const sheet = useRef<HTMLDialogElement>(null)
  const afterG = useRef(false)
  const [on, setOn] = useState(true)
  const [open, setOpen] = useState(false)
  const [loading, startLoading] = useTransition()
  useLayoutEffect(() => {
    if (open) sheet.current?.showModal()
  }, [open])
  useLayoutEffect(() => {
    setOn(shortcutsOn())
    const places: Record<string, string> = {
      i: `/${slug}/insights${reports}`,
      d: `/${slug}/deployments${reports}`,
      p: `/${slug}/pull-requests${pullRequests}`,
      v: `/${slug}/services${reports}`,
      t: `/${slug}/teams${teams}`,
      r: `/${slug}/risk`,
      s: settingsPath,
    }
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      if (event.key === '?') setOpen(true)
      const place = afterG.current ? places[event.key] : undefined
      if (place) startLoading(() => router.push(place))
      afterG.current = event.key === 'g'
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [router, slug, settingsPath, reports, teams, pullRequests])
  const toggle = () => {
    setShortcuts(!on)
    setOn(!on)
  }
  return (
    <>
      {loading && <LoadingLine />}
      <button
        aria-haspopup="dialog"
        className="hidden text-left text-xs text-muted underline-offset-4 hover:text-ink hover:underline lg:block"
        onClick={() => setOpen(true)}
        type="button"
      >
        Keyboard shortcuts <kbd className="font-mono">?</kbd>
      </button>
      <dialog
        aria-label="Keyboard shortcuts"
        className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-sm border border-line bg-paper p-6 text-ink shadow-float"
        onClose={() => setOpen(false)}
        ref={sheet}
      >
        {open && (
          <>
            <h2 className="text-lg font-semibold tracking-tight">Keyboard shortcuts</h2>
            <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5 text-sm [&_kbd]:min-w-6 [&_kbd]:border [&_kbd]:border-line [&_kbd]:bg-raised [&_kbd]:px-1.5 [&_kbd]:text-center [&_kbd]:font-mono [&_kbd]:text-xs [&_kbd]:leading-5">
              {keys.map(([combination, meaning]) => (
                <div className="contents" key={meaning}>
                  <dt className="flex gap-1">
                    {combination.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
            <form className="mt-6 flex flex-wrap gap-2" method="dialog">
              <Button type="submit">Close</Button>
              <Button aria-pressed={!on} look="quiet" onClick={toggle}>
                {on ? 'Turn shortcuts off' : 'Turn shortcuts on'}
              </Button>
            </form>
          </>
        )}
      </dialog>
    </>
  )
}
