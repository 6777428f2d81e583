import { type RefObject, useActionState, useEffect, useRef } from 'react'
import { type ActionState, type FormAction, idle } from '@/lib/action-state'

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
