import type { ReactNode } from 'react'
import { Wordmark } from '@/components/ui/wordmark'

/** A page of the API reference, which needs no session. */
export function ApiDocs({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-10 px-5 py-10 sm:px-8 lg:py-14">
      <header>
        <Wordmark />
      </header>
      <main className="flex flex-col gap-8">{children}</main>
    </div>
  )
}
