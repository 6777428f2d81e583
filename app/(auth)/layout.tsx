import type { ReactNode } from 'react'
import { Sounding } from '@/components/account/sounding'
import { Wordmark } from '@/components/ui/wordmark'

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="mx-auto flex w-full max-w-lg flex-col gap-10 px-5 py-10 sm:px-8 lg:gap-16 lg:py-14">
        <header>
          <Wordmark />
        </header>
        <main className="flex flex-col gap-8">{children}</main>
      </div>
      <div className="sticky top-0 hidden h-dvh border-l border-line lg:block">
        <Sounding />
      </div>
    </div>
  )
}
