'use client'

import { useActionState } from 'react'
import { useFormStatus } from 'react-dom'
import { type FormAction, idle } from '@/lib/core/action-state'
import { FormMessage } from './form-message'

type Props = {
  action: FormAction
  /** Sent along with `name`. */
  fields: Record<string, string>
  name: string
  on: boolean
  label: string
  /** What it belongs to, for screen readers. */
  of: string
}

/** A switch that is stored at once; until it is, it is not turned again. */
export function SwitchForm({ action, fields, name, on, label, of }: Props) {
  const [state, send, pending] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col gap-2" onSubmit={(event) => pending && event.preventDefault()}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} name={field} type="hidden" value={value} />
      ))}
      <input name={name} type="hidden" value={String(!on)} />
      <Switch label={label} of={of} on={on} />
      {state.status === 'refused' && <FormMessage state={state} />}
    </form>
  )
}

function Switch({ on, label, of }: Pick<Props, 'on' | 'label' | 'of'>) {
  const { pending } = useFormStatus()
  const shown = pending ? !on : on
  return (
    <button
      aria-checked={shown}
      aria-label={`${label}: ${of}`}
      className="group inline-flex min-h-9 items-center gap-2.5 self-start rounded-sm text-left text-sm font-medium"
      role="switch"
      type="submit"
    >
      <svg aria-hidden="true" className="h-5 w-9 shrink-0" viewBox="0 0 36 20">
        <rect
          className={shown ? 'fill-ink stroke-ink' : 'fill-paper stroke-strong-line'}
          height="18"
          rx="9"
          strokeWidth="1.5"
          width="34"
          x="1"
          y="1"
        />
        <circle className={shown ? 'fill-paper' : 'fill-strong-line'} cx={shown ? 26 : 10} cy="10" r="5.5" />
      </svg>
      <span>
        {label}
        <span className="font-normal text-muted"> {shown ? 'on' : 'off'}</span>
      </span>
    </button>
  )
}
