import { Ban, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiKeySummary } from '@/lib/accounts/api-keys/list'

type Person = ApiKeySummary['createdBy']
type StateProps = Pick<ApiKeySummary, 'revokedAt' | 'revokedBy'> & { at: (value: Date) => ReactNode }

/** Whether a key or a trusted pipeline is active, and who revoked it. */
export function KeyState({ revokedAt, revokedBy, at }: StateProps) {
  const Icon = revokedAt ? Ban : KeyRound
  return (
    <span className={`flex gap-2 ${revokedAt ? 'text-muted' : 'text-success'}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <span className="font-medium">{revokedAt ? 'Revoked' : 'Active'}</span>
        {revokedAt && (
          <Second>
            {at(revokedAt)} {by(revokedBy)}
          </Second>
        )}
      </span>
    </span>
  )
}

/** What stands under something in a cell. */
export function Second({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-muted">{children}</span>
}

/** Who did it, where that is known. */
export function by(person: Person): string {
  return person ? `by ${person.name ?? person.email}` : ''
}
