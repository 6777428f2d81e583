'use client'

import { type ComponentProps, useState } from 'react'
import { TextField } from '@/components/ui/field'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password, and a way to see what was typed. It stays when its form is refused. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  const [password, setPassword] = useState('')
  return (
    <div className="relative">
      <TextField
        {...props}
        autoCapitalize="none"
        onChange={(event) => setPassword(event.target.value)}
        spellCheck={false}
        type={shown ? 'text' : 'password'}
        value={password}
      />
      <button
        aria-controls={props.id}
        aria-label={shown ? 'Hide password' : 'Show password'}
        className="absolute top-0 right-0 rounded-sm px-1 text-sm text-muted underline-offset-4 hover:text-ink hover:underline noscript:hidden"
        onClick={() => setShown(!shown)}
        type="button"
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
