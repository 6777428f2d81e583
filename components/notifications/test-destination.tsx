'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'

type Result = { delivered: boolean; words: string }
type Props = { action: FormAction<Result>; organization: string; destination: { id: number; name: string } }

/** Sends a test at once, and says what came of it. */
export function TestDestination({ action, organization, destination: { id, name } }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="contents">
      <input name="organization" type="hidden" value={organization} />
      <input name="destinationId" type="hidden" value={id} />
      <SubmitButton busy="Sending…" look="quiet">
        Send a test<span className="sr-only"> to {name}</span>
      </SubmitButton>
      {state.status !== 'idle' && (
        <div className="order-last w-full basis-full pl-3.5">
          {state.status === 'refused' ? (
            <FormMessage state={state} />
          ) : (
            <Notice kind={state.result.delivered ? 'done' : 'refused'}>
              {state.result.delivered ? 'The test arrived' : 'The test did not arrive'}: {state.result.words}
            </Notice>
          )}
        </div>
      )}
    </form>
  )
}
