'use client'

import { useActionState, useState } from 'react'
import { TextAreaField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { DryRun } from '@/lib/deployments/dry-run'
import { PayloadResult } from './payload-result'

type Props = {
  organization: string
  timeZone: string
  /** A payload to start with. */
  example: string
  action: FormAction<DryRun>
}

/** More than the webhook takes by default, and less than a form may send. */
const maxLength = 300_000

/** A payload goes in, what the webhook would do with it comes out. */
export function CheckPayload({ organization, timeZone, example, action }: Props) {
  const [state, send] = useActionState(action, idle)
  const [payload, setPayload] = useState(example)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <form action={send} className="flex min-w-0 flex-col items-start gap-4">
        <input name="organization" type="hidden" value={organization} />
        <TextAreaField
          className="w-full"
          id="payload"
          label="Payload"
          maxLength={maxLength}
          name="payload"
          onChange={(event) => setPayload(event.target.value)}
          rows={12}
          spellCheck={false}
          value={payload}
        />
        <SubmitButton busy="Checking…" look="secondary">
          Check payload
        </SubmitButton>
      </form>
      <div className="min-w-0">
        {state.status === 'done' && (
          <PayloadResult organization={organization} result={state.result} timeZone={timeZone} />
        )}
        {state.status === 'refused' && <FormMessage state={state} />}
        {state.status === 'idle' && (
          <p className="border-l-2 border-line py-1 pl-4 text-sm leading-relaxed text-muted lg:mt-7">
            The answer of the webhook appears here, with what it would store and link.
          </p>
        )}
      </div>
    </div>
  )
}
