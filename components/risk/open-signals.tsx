import { ShieldAlert } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import type { OpenSignals as Counted } from '@/lib/risk/list'
import { openSignalsText } from '@/lib/risk/words'

/** How many signals are open, and the way to them; nothing where none is. */
export function OpenSignals({ organization, open, high }: Counted & { organization: string }) {
  if (open === 0) return null
  return (
    <p className="text-sm">
      <Link
        className="inline-flex items-center gap-2 underline decoration-strong-line underline-offset-4 hover:decoration-current"
        href={`/${organization}/risk`}
      >
        <ShieldAlert aria-hidden="true" className={`size-4 ${high > 0 ? 'text-failure' : 'text-muted'}`} />
        {openSignalsText({ open, high })}
      </Link>
    </p>
  )
}
