import { type RefObject, useActionState, useLayoutEffect, useRef } from 'react'
import { type ActionState, type FormAction, idle } from '@/lib/action-state'

type ClosingForm<Result> = {
  form: RefObject<HTMLFormElement | null>
  state: ActionState<Result>
  send: (form: FormData) => void
}

/** A form in a dialog that closes once it is done: the focus returns to what opened it. */
export function useClosingForm<Result = void>(action: FormAction<Result>): ClosingForm<Result> {
  const [state, send] = useActionState(action, idle)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (state.status === 'done') form.current?.closest('dialog')?.close()
  }, [state])
  return { form, state, send }
}
