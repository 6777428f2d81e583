'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useTransition } from 'react'
import { LoadingLine } from './loading-line'

type Props = { path: string; className?: string; children: ReactNode }

/** A form whose fields become the query string of `path`, those left blank not among them. Works without scripts. */
export function FilterForm({ path, className = 'flex flex-col gap-3', children }: Props) {
  const router = useRouter()
  const [loading, startLoading] = useTransition()
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
      onSubmit={submit}
    >
      {children}
      {loading && <LoadingLine />}
    </form>
  )
}
