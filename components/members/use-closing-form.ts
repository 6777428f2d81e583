import { type RefObject, useActionState, useEffect, useRef } from 'react'
import { type ActionState, idle } from '@/lib/action-state'

/** A server action that a form sends itself to. */
export type FormAction<Result = void> = (previous: ActionState<Result>, form: FormData) => Promise<ActionState<Result>>

type ClosingForm = {
  form: RefObject<HTMLFormElement | null>
  state: ActionState<void>
  send: (form: FormData) => void
}

/** A form in a dialog that closes once it is done: the focus returns to what opened it. */
export function useClosingForm(action: FormAction): ClosingForm {
  const [state, send] = useActionState(action, idle)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.status === 'done') form.current?.closest('dialog')?.close()
  }, [state])
  return { form, state, send }
}
