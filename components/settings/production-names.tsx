'use client'

import { useActionState, useState } from 'react'
import { TextAreaField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import { plural } from '@/lib/core/format'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'

type Props = { organization: string; names: string[]; action: FormAction<Relinking> }

/** The environment names that count as production, one a line. */
export function ProductionNames({ organization, names, action }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      <input name="organization" type="hidden" value={organization} />
      <NamesField key={names.join('\n')} names={names} />
      <SubmitButton busy="Saving and linking again…" look="secondary">
        Save environments
      </SubmitButton>
      {state.status === 'done' ? <Outcome {...state.result} /> : <FormMessage state={state} />}
    </form>
  )
}

function NamesField({ names }: Pick<Props, 'names'>) {
  const [text, setText] = useState(names.join('\n'))
  return (
    <TextAreaField
      className="w-full max-w-md"
      hint="One per line. The case of A to Z and surrounding space do not matter."
      id="production-names"
      label="Production environments"
      name="names"
      onChange={(event) => setText(event.target.value)}
      required
      rows={Math.min(Math.max(names.length + 1, 3), 8)}
      spellCheck={false}
      value={text}
    />
  )
}

function Outcome(relinking: Relinking) {
  if (relinking.state === 'interrupted') {
    return (
      <Notice kind="refused">
        The names are saved. Some deployments still count as they did before. It retries automatically.
      </Notice>
    )
  }
  return <Notice kind="done">Saved. {sentenceOn(relinking)}</Notice>
}

function sentenceOn(relinking: Exclude<Relinking, { state: 'interrupted' }>): string {
  if (relinking.state === 'going on') {
    return 'Deployments are being linked again; that goes on for a while.'
  }
  const { count } = relinking
  if (count === 0) return 'No deployment changed.'
  return `${plural(count, 'deployment')} changed and ${count === 1 ? 'was' : 'were'} linked again.`
}
