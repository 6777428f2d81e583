'use client'

import { type ReactNode, useEffect } from 'react'
import { Button } from './button'

const retryAfterMs = 5_000

type Props = { title: string; children: ReactNode }

/**
 * Stands for a page that cannot be read just now, and says why. Retries automatically, in a tab that is looked at and
 * once the server can read again: a browser that loads a page in vain has nothing left that retries.
 */
export function Busy({ title, children }: Props) {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void reloadOnceReady(), retryAfterMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="max-w-prose text-sm leading-relaxed text-muted" role="status">
        {children} This page retries automatically every few seconds.
      </p>
      <Button onClick={() => window.location.reload()}>Try again now</Button>
    </div>
  )
}

async function reloadOnceReady(): Promise<void> {
  const answer = await fetch('/readyz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) window.location.reload()
}
