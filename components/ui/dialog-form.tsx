'use client'

import { type ReactNode, useActionState, useLayoutEffect, useRef, useState } from 'react'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { ButtonLook } from './button'
import { Dialog } from './dialog'
import { FormMessage } from './form-message'
import { SubmitButton } from './submit-button'

type Props<Result> = {
  action: FormAction<Result>
  /** Sent with the form. */
  hidden: Record<string, string | number>
  /** On the button that opens it. */
  open: ReactNode
  openLabel?: string
  openLook?: ButtonLook
  title: string
  /** On the button that sends it, and while it is being sent. */
  submit: string
  busy: string
  /** Whether it takes something away. */
  danger?: boolean
  /** A function is given what is wrong with each field, and shows it there. */
  children: ReactNode | ((problems: Record<string, string>) => ReactNode)
  /** What is shown behind the button once it is done. */
  done?: (result: Result) => ReactNode
}

/**
 * A button that opens a form in a dialog. It closes and is empty again once it is done: the focus returns to
 * the button.
 */
export function DialogForm<Result = void>(props: Props<Result>) {
  const { action, hidden, open, openLabel, openLook = 'quiet', title, submit, busy, danger, done } = props
  const [state, send] = useActionState(action, idle)
  const [round, setRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (state.status !== 'done') return
    form.current?.closest('dialog')?.close()
    setRound((rounds) => rounds + 1)
  }, [state])
  const problems = state.status === 'refused' ? state.fields : {}
  const isShown = typeof props.children === 'function' && Object.keys(problems).length > 0
  return (
    <>
      <Dialog open={open} openLook={openLook} title={title} {...(openLabel !== undefined && { openLabel })}>
        <form action={send} className="flex flex-col gap-5 text-left" key={round} ref={form}>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} name={name} type="hidden" value={value} />
          ))}
          {typeof props.children === 'function' ? props.children(problems) : props.children}
          {!isShown && <FormMessage state={state} />}
          <div className="flex">
            <SubmitButton busy={busy} look={danger ? 'danger' : 'primary'}>
              <span className="truncate">{submit}</span>
            </SubmitButton>
          </div>
        </form>
      </Dialog>
      {state.status === 'done' && done?.(state.result)}
    </>
  )
}
