/** What a form shows after it was sent: nothing yet, what came of it, or what is wrong and where. */
export type ActionState<Result = undefined> =
  | { status: 'idle' }
  | { status: 'done'; result: Result }
  | { status: 'refused'; message: string; fields: Record<string, string> }

export const idle: { status: 'idle' } = { status: 'idle' }
