'use client'

import { useRouter } from 'next/navigation'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'
import { LoadingLine } from './loading-line'

type Props = { path: string; className?: string; children: ReactNode }

/**
 * A form whose fields become the query string of `path`, those left blank not among them. What is chosen from a list
 * applies at once. Works without scripts.
 */
export function FilterForm({ path, className = 'flex flex-col gap-3', children }: Props) {
  const router = useRouter()
  const [loading, startLoading] = useTransition()
  const form = useRef<HTMLFormElement>(null)
  const chosen = useRef<string>(null)
  // A field that the new address says something else for is drawn again, and would lose the focus.
  useEffect(() => {
    if (loading || chosen.current === null) return
    const field = form.current?.elements.namedItem(chosen.current)
    chosen.current = null
    if (field instanceof HTMLElement && document.activeElement === document.body) field.focus()
  }, [loading])
  const change = ({ target }: ChangeEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLSelectElement)) return
    chosen.current = target.name
    form.current?.requestSubmit()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim() !== '') params.set(name, value)
    }
    startLoading(() => router.push(params.size > 0 ? `${path}?${params}` : path, { scroll: false }))
  }
  return (
    <form
      action={path}
      aria-busy={loading}
      className={`aria-busy:opacity-60 ${className}`}
      method="get"
      onChange={change}
      onSubmit={submit}
      ref={form}
    >
      {children}
      {loading && <LoadingLine />}
    </form>
  )
}
