'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { type FormAction, idle } from '@/lib/core/action-state'
import { buttonClass } from '../ui/button'

type Props<Name extends string> = {
  action: FormAction
  themes: readonly { name: Name; label: string }[]
  current: Name
}

/** A button for each theme; the one that is used is pressed. */
export function ThemeChoice<Name extends string>({ action, themes, current }: Props<Name>) {
  const [state, send, busy] = useActionState(action, idle)
  return (
    <form action={send} aria-busy={busy} className="flex flex-col items-start gap-4">
      <FormMessage state={state} />
      <div className="flex flex-wrap gap-2">
        {themes.map(({ name, label }) => (
          <button
            aria-pressed={name === current}
            className={buttonClass(name === current ? 'primary' : 'secondary')}
            key={name}
            name="theme"
            type="submit"
            value={name}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  )
}
