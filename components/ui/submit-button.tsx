'use client'

import type { ReactNode } from 'react'
import { useFormStatus } from 'react-dom'
import { Button, type ButtonLook } from './button'

type Props = { children: ReactNode; busy: string; look?: ButtonLook; name?: string; value?: string }

/** Sends its form; while that lasts it says what it does, keeps the focus, and cannot be pressed twice. */
export function SubmitButton({ children, busy, look = 'primary', name, value }: Props) {
  const { pending } = useFormStatus()
  return (
    <Button
      aria-disabled={pending}
      look={look}
      name={name}
      onClick={(event) => pending && event.preventDefault()}
      type="submit"
      value={value}
    >
      {pending ? busy : children}
    </Button>
  )
}
