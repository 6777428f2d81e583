import type { ReactNode } from 'react'
import { Wordmark } from './wordmark'

/** A page that is only a message and a way on. */
export function DeadEnd({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col gap-8 px-5 py-10 sm:px-8 sm:py-16">
      <Wordmark />
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="flex flex-col items-start gap-5 text-sm leading-relaxed text-muted">{children}</div>
    </main>
  )
}
