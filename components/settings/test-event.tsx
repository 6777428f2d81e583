'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { SentTestEvent } from '@/lib/deployments/send-test-event'

type Props = {
  organization: string
  action: FormAction<SentTestEvent>
}

/** Records a deployment that says it is a test, and leads to it. */
export function TestEvent({ organization, action }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      <input name="organization" type="hidden" value={organization} />
      <SubmitButton busy="Sending…" look="secondary">
        Send a test event
      </SubmitButton>
      {state.status === 'done' ? (
        <Notice kind="done">
          Recorded as{' '}
          <Link
            className="font-mono underline underline-offset-4"
            href={`/${organization}/deployments/${state.result.id}`}
          >
            {state.result.deploymentId}
          </Link>
          .
        </Notice>
      ) : (
        <FormMessage state={state} />
      )}
    </form>
  )
}
