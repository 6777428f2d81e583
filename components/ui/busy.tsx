'use client'

import { useEffect } from 'react'
import { Button } from './button'

const retryAfterMs = 5_000

/** Stands for a page whose turn has not come. Retries automatically, in a tab that is looked at. */
export function Busy() {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || window.location.reload(), retryAfterMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">Too many pages at once</h1>
      <p className="max-w-prose text-sm leading-relaxed text-muted" role="status">
        Your organization is opening as many pages as are read at the same time. Nothing is lost: this page retries
        automatically every few seconds.
      </p>
      <Button onClick={() => window.location.reload()}>Try again now</Button>
    </div>
  )
}
