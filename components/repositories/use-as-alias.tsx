'use client'

import { useActionState } from 'react'
import { controlClass } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'
import { Relinked } from './relinked'

type Props = {
  action: FormAction<Relinking>
  organization: string
  service: string
  repositories: { id: number; fullName: string }[]
  /** Whether there are more than can be chosen here. */
  more: boolean
}

/** Lets a service name mean a repository that is there. */
export function UseAsAlias({ action, organization, service, repositories, more }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex min-w-0 flex-wrap items-center gap-2">
      <input name="organization" type="hidden" value={organization} />
      <input name="service" type="hidden" value={service} />
      <label className="flex min-w-0 flex-wrap items-center gap-2 text-muted">
        <span>
          is an alias of<span className="sr-only">, for {service}</span>
        </span>
        <select className={`${controlClass} sm:w-64`} name="repositoryId" required>
          {repositories.length > 1 && <option value="">Choose a repository</option>}
          {repositories.map(({ id, fullName }) => (
            <option key={id} value={id}>
              {fullName}
            </option>
          ))}
        </select>
      </label>
      <SubmitButton busy="Linking again…" look="secondary">
        Use as alias
      </SubmitButton>
      {more && <p className="basis-full text-muted">For a repository that is not listed, edit its aliases above.</p>}
      {state.status === 'refused' && <FormMessage state={state} />}
      {state.status === 'done' && <Relinked relinking={state.result} />}
    </form>
  )
}
