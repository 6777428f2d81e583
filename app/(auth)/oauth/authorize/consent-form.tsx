'use client'

import { useActionState, useEffect } from 'react'
import { buttonClass } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { idle } from '@/lib/core/action-state'
import { allow } from './actions'

type Props = {
  clientName: string
  redirectHost: string
  organizations: { slug: string; name: string }[]
  /** The query that the application sent the person with. */
  request: string
  /** Where a browser goes with a no. */
  denied: string
}

/**
 * Chooses an organization and agrees, or not. The browser goes on automatically or, without scripts, by a link: the policy of
 * the page forbids forms that lead to another site.
 */
export function ConsentForm({ clientName, redirectHost, organizations, request, denied }: Props) {
  const [state, send] = useActionState(allow, idle)
  const goTo = state.status === 'done' ? state.result.goTo : null
  useEffect(() => {
    if (goTo !== null) window.location.assign(goTo)
  }, [goTo])
  if (goTo !== null) {
    return (
      <div className="flex flex-col items-start gap-5 text-sm leading-relaxed" role="status">
        <p>Go back to {clientName} to finish connecting it.</p>
        <a className={buttonClass('primary')} href={goTo}>
          <span className="truncate">Continue to {redirectHost}</span>
        </a>
      </div>
    )
  }
  return (
    <form action={send} className="flex flex-col gap-6">
      <FormMessage state={state} />
      <input name="request" type="hidden" value={request} />
      <SelectField
        hint="The application can read this organization only."
        id="organization"
        label="Organization"
        name="organization"
      >
        {organizations.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Connecting…">
          <span className="truncate">Connect {clientName}</span>
        </SubmitButton>
        <a className={buttonClass('secondary')} href={denied}>
          Deny
        </a>
      </div>
    </form>
  )
}
