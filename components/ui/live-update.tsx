'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 5_000

/**
 * Asks now and then whether the page is still of this version and refreshes it when not, for the last time when the
 * user may not see it any more; rests in a hidden tab, and while a dialog is open that may not be in the new page.
 */
export function LiveUpdate({ href, version }: { href: string; version: string }) {
  const router = useRouter()
  useEffect(() => {
    const gone = new AbortController()
    let looking = false
    const rests = () => document.hidden || document.querySelector('dialog[open]') !== null
    const look = async () => {
      if (rests() || looking) return
      looking = true
      const headers = { 'If-None-Match': `"${version}"` }
      const response = await fetch(href, { headers, cache: 'no-store', signal: gone.signal }).catch(() => null)
      looking = false
      if (gone.signal.aborted || !response || rests()) return
      if (response.status === 401 || response.status === 404) gone.abort()
      if ([200, 401, 404].includes(response.status)) router.refresh()
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look, { signal: gone.signal })
    gone.signal.addEventListener('abort', () => clearInterval(timer))
    return () => gone.abort()
  }, [href, version, router])
  return null
}
