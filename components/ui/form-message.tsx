import type { ActionState } from '@/lib/core/action-state'
import { Notice } from './notice'

type Props = { state: ActionState<unknown>; done?: string }

/** What came of a form: the reason of a refusal, or `done` after it worked. Renders nothing before. */
export function FormMessage({ state, done }: Props) {
  if (state.status === 'refused') return <Notice kind="refused">{state.message}</Notice>
  if (state.status === 'done' && done) return <Notice kind="done">{done}</Notice>
  return null
}
