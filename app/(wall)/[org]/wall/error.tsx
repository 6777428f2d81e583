'use client'

import { useEffect } from 'react'

const everyMs = 20_000

/** No one reloads a wall: it looks for the page again until it is back. */
export default function WallError() {
  useEffect(() => {
    const timer = setInterval(async () => {
      const response = await fetch(window.location.href, { cache: 'no-store' }).catch(() => null)
      if (response?.ok) window.location.reload()
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="flex min-h-dvh flex-col justify-center gap-6 px-[6vw] text-[max(1rem,2vw)]">
      <h1 className="text-[2em] leading-tight font-semibold tracking-tight">The numbers cannot be read right now</h1>
      <p className="text-muted" role="status">
        This screen looks again every {everyMs / 1_000} seconds and comes back automatically.
      </p>
    </main>
  )
}
