'use client'

import { useEffect, useState } from 'react'

const timeoutMs = 150_000

/** Says so when the page was not updated for some minutes; give it a new `key` with each update. */
export function Stale() {
  const [stale, setStale] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStale(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="font-medium text-failure" role="status">
      {stale && 'No contact to the server.'}
    </span>
  )
}
