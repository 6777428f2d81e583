import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Wordmark } from '@/components/ui/wordmark'
import { MainLinks } from './main-links'
import { Switcher, type SwitcherProps } from './switcher'

type Props = SwitcherProps & { settingsPath: string; shortcuts: ReactNode }

/** The rail at the left of a wide screen; on a narrow one its links are a bar at the bottom. */
export function Navigation({ settingsPath, shortcuts, ...switcher }: Props) {
  const { slug } = switcher.organization
  return (
    <div className="contents lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-line print:hidden!">
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3 sm:px-8 lg:flex-col lg:items-stretch lg:gap-5 lg:border-b-0 lg:px-5 lg:pt-7 lg:pb-5">
        <Link aria-label="Leadline, start page" className="self-start" href={`/${slug}`}>
          <Wordmark />
        </Link>
        <Switcher {...switcher} />
      </header>
      <MainLinks settingsPath={settingsPath} slug={slug} />
      <div className="hidden px-5 py-6 lg:mt-auto lg:block">{shortcuts}</div>
    </div>
  )
}
