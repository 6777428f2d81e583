'use client'

import { useRouter } from 'next/navigation'
import { useLayoutEffect } from 'react'

/** Escape leads to `href`. */
export function LeaveByEscape({ href }: { href: string }) {
  const router = useRouter()
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') router.push(href)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [href, router])
  return null
}
