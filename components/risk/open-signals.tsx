import { ShieldAlert } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'

/** How many signals are open, and the way to them; nothing where none is. */
export function OpenSignals({ organization, open, high }: { organization: string; open: number; high: number }) {
  if (open === 0) return null
  return (
    <p className="text-sm">
      <Link
        className="inline-flex items-center gap-2 underline decoration-strong-line underline-offset-4 hover:decoration-current"
        href={`/${organization}/risk`}
      >
        <ShieldAlert aria-hidden="true" className={`size-4 ${high > 0 ? 'text-failure' : 'text-muted'}`} />
        {plural(open, 'risk signal')} open{high > 0 && `, ${high} of high severity`}
      </Link>
    </p>
  )
}
