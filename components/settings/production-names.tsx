'use client'

import { useActionState, useState } from 'react'
import { TextAreaField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { type ActionState, idle } from '@/lib/action-state'
import { plural } from '@/lib/format'

/** Deployments that were linked again; null while that goes on. */
type Saved = { linked: number | null }

type Props = {
  organization: string
  names: string[]
  action: (state: ActionState<Saved>, form: FormData) => Promise<ActionState<Saved>>
}

/** The environment names that count as production, one a line. */
export function ProductionNames({ organization, names, action }: Props) {
  const [state, send] = useActionState(action, idle)
  const [text, setText] = useState(names.join('\n'))
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      <input name="organization" type="hidden" value={organization} />
      <TextAreaField
        className="w-full max-w-md"
        hint="One a line. Case and surrounding space do not matter."
        id="production-names"
        label="Production environments"
        name="names"
        onChange={(event) => setText(event.target.value)}
        required
        rows={Math.min(Math.max(names.length + 1, 3), 8)}
        spellCheck={false}
        value={text}
      />
      <SubmitButton busy="Saving and linking again…" look="secondary">
        Save environments
      </SubmitButton>
      {state.status === 'done' ? (
        <Notice kind="done">Saved. {outcomeOf(state.result)}</Notice>
      ) : (
        <FormMessage state={state} />
      )}
    </form>
  )
}

function outcomeOf({ linked }: Saved): string {
  if (linked === null) return 'Deployments are being linked again; that goes on for a while.'
  if (linked === 0) return 'No deployment changed.'
  return `${plural(linked, 'deployment')} changed and ${linked === 1 ? 'was' : 'were'} linked again.`
}
