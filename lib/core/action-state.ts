/** What a form shows after it was sent: nothing yet, what came of it, or what is wrong and where. */
export type ActionState<Result = undefined> =
  | { status: 'idle' }
  | { status: 'done'; result: Result }
  | { status: 'refused'; message: string; fields: Record<string, string> }

/** A server action that a form sends itself to. */
export type FormAction<Result = void> = (previous: ActionState<Result>, form: FormData) => Promise<ActionState<Result>>

export const idle: { status: 'idle' } = { status: 'idle' }
