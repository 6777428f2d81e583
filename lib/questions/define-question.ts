import type { z } from 'zod'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import { type Reader, runReport } from '@/lib/web/run-report'

/** Who asks, and in which organization. `user.id` is what turns are counted by: of a person, or less than 0 for a key. */
export type Caller = Reader & {
  organization: Organization
  /** Who it is by now, after a wait. Throws once the key or the access has ended. */
  renew?: () => Promise<Caller>
}

type Written<Input extends z.ZodObject, Output extends z.ZodObject> = {
  /** What assistants call it: `get_lead_time`. */
  name: string
  title: string
  /** What it answers, for people and for assistants that choose among questions. */
  sentence: string
  /** Where it is asked over HTTP; a name in braces is one of its inputs: `/api/v1/deployments/{id}`. */
  path: `/api/${string}`
  /** Where inputs do not fit a query string: they are the body, as JSON. */
  method?: 'POST'
  /** Flat, so that a query string can carry it, unless it is posted. */
  input: Input
  /** What of the report is told: anything else is left out. */
  output: Output
  ask(caller: Caller, input: z.output<Input>, now: Date): Promise<z.input<Output>>
}

/** A question as its readers see it: MCP, the HTTP API and the document of that. */
export type Question = Omit<Written<z.ZodObject, z.ZodObject>, 'ask'> & {
  /**
   * The answer in JSON. Throws `forbidden` where the plan does not include questions, `invalid` for what cannot be
   * understood, `not_found` for names that the organization does not have, and `unavailable` when too much is asked.
   */
  answer(caller: Caller, given: unknown, now?: Date): Promise<Answer>
}

export type Answer = Record<string, unknown>

/** Something that can be asked of Leadline, by assistants and over HTTP alike. */
export function defineQuestion<Input extends z.ZodObject, Output extends z.ZodObject>(
  question: Written<Input, Output>,
): Question {
  const { ask, ...described } = question
  return {
    ...described,
    answer: async (caller, given, now = new Date()) => {
      refuseUnlessIncluded(caller)
      const input = parseInput(question.input, given)
      const began = performance.now()
      const answer = await runReport(caller, async () => {
        const hasWaited = performance.now() - began > noWaitMs
        const current = hasWaited && caller.renew ? await caller.renew() : caller
        refuseUnlessIncluded(current)
        return ask(current, input, now)
      })
      return question.output.parse(answer)
    },
  }
}

/** A turn that comes within this time came at once: who asked was authenticated just before. */
const noWaitMs = 20

function refuseUnlessIncluded({ organization }: Caller): void {
  if (mayUse(organization, 'questions', new Date())) return
  throw new AppError('forbidden', 'The plan of this organization does not include assistants and the HTTP API')
}

function parseInput<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new AppError('invalid', `Unknown parameter. Allowed: ${Object.keys(schema.shape).join(', ')}`)
  }
  throw new AppError('invalid', [issue?.path.join('.'), issue?.message ?? 'is not valid'].filter(Boolean).join(' '))
}
