import type { ReactNode } from 'react'
import { Wordmark } from './wordmark'

/** A page that is only a message and a way on. */
export function DeadEnd({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="dead-end">
      <Wordmark />
      <h1>{title}</h1>
      <div>{children}</div>
    </main>
  )
}
