import { headers } from 'next/headers'
import { redirect, unstable_rethrow } from 'next/navigation'
import type { z } from 'zod'
import { type CurrentUser, requireUser } from '@/lib/accounts/auth/current-user'
import { type Member, requireMember } from '@/lib/accounts/auth/require-member'
import type { ActionState, FormAction } from '@/lib/core/action-state'
import { AppError } from '@/lib/core/errors'
import type { InTurn, QueueOwner } from '@/lib/core/fair-queue'
import { log } from '@/lib/core/log'
import { withoutTypes } from '@/lib/core/parse'
import { isStorable } from '@/lib/core/storable-text'
import { isDatabaseUnavailable } from '@/lib/db/database-errors'
import type { Role } from '@/lib/generated/prisma/enums'
import { foreignForm, isOwnOrigin } from '@/lib/http/own-origin'
import { noteActionBegun } from '@/lib/http/request-context'
import { changeAccountInTurn, changeInTurn } from '@/lib/web/change-in-turn'
import { drawNext } from '@/lib/web/draw-next'
import { waitForHost } from '@/lib/web/wait-for-host'

type Verb<Schema extends z.ZodType, Who, Result> = (input: z.output<Schema>, who: Who) => Promise<Result>

/** A verb that waits: what it stores needs who sent it to be allowed `still`. */
type WaitingVerb<Schema extends z.ZodType, Who, Result> = (
  input: z.output<Schema>,
  who: Who,
  still: () => Promise<Who>,
) => Promise<Result>

type InTurnVerb<Schema extends z.ZodType, Who, Result> = (
  input: z.output<Schema>,
  who: Who,
  inTurn: InTurn,
) => Promise<Result>

/**
 * A server action for members of an organization with at least `role`. The form names the organization's slug in a
 * field `organization`; a user who is not a member of it learns no more than of an unknown one.
 */
export function memberAction<Schema extends z.ZodType, Result>(
  role: Role,
  schema: Schema,
  verb: Verb<Schema, Member, Result>,
): FormAction<Result> {
  return (_, form) =>
    performAs(schema, form, memberOf(role), (input, who, still) =>
      inTurnOf(ownerOf(who), still)(() => verb(input, who)),
    )
}

/**
 * A `memberAction` that stores a change `inTurn` and then waits for what follows from it, such as linking: meanwhile its
 * turn is others'. Of a change that marks very many deployments, it is one of the few `turns` for such.
 */
export function linkingAction<Schema extends z.ZodType, Result>(
  role: Role,
  schema: Schema,
  verb: InTurnVerb<Schema, Member, Result>,
  turns: Turns = changeInTurn,
): FormAction<Result> {
  return (_, form) =>
    performAs(schema, form, memberOf(role), (input, who, still) =>
      verb(input, who, inTurnOf(ownerOf(who), still, turns)),
    )
}

/**
 * A `memberAction` that asks a host first: it waits with others that do, so that a slow host holds up no other change,
 * and its verb stores `inTurn` with other changes, or in the `turns` of those that mark very many deployments.
 */
export function hostAction<Schema extends z.ZodType, Result>(
  role: Role,
  schema: Schema,
  verb: InTurnVerb<Schema, Member, Result>,
  turns: Turns = changeInTurn,
): FormAction<Result> {
  const wait: WaitingVerb<Schema, Member, Result> = (input, who, still) =>
    waitForHost(who, () => verb(input, who, inTurnOf(ownerOf(who), still, turns)))
  return (_, form) => performAs(schema, form, memberOf(role), wait)
}

function memberOf(role: Role) {
  return (form: FormData) => requireMember(String(form.get('organization') ?? ''), role)
}

function ownerOf({ actor: { organizationId, userId } }: Member): QueueOwner {
  return { organizationId, userId }
}

type Turns = typeof changeInTurn

function inTurnOf(owner: QueueOwner, still: () => Promise<unknown>, turns: Turns = changeInTurn): InTurn {
  return (work, options) => turns(owner, afterCheck(still, work), options)
}

/**
 * What was allowed may have ended while a turn or a host was waited for: `still` reads session and role again, which
 * React remembers only while it draws a page.
 */
function afterCheck<T>(still: () => Promise<unknown>, work: () => Promise<T>): () => Promise<T> {
  return async () => {
    await still()
    return work()
  }
}

/** A server action for the signed-in user. */
export function userAction<Schema extends z.ZodType, Result>(
  schema: Schema,
  verb: Verb<Schema, CurrentUser, Result>,
): FormAction<Result> {
  return hashingAction(schema, (input, who, inTurn) => inTurn(() => verb(input, who)))
}

/** A `userAction` that hashes a password first, which has turns of its own, and stores the change `inTurn`. */
export function hashingAction<Schema extends z.ZodType, Result>(
  schema: Schema,
  verb: InTurnVerb<Schema, CurrentUser, Result>,
): FormAction<Result> {
  return (_, form) =>
    performAs(schema, form, requireUser, (input, who, still) =>
      verb(input, who, (work) => changeAccountInTurn(who.id, afterCheck(still, work))),
    )
}

/** A server action for everyone, signed in or not. */
export function publicAction<Schema extends z.ZodType, Result>(
  schema: Schema,
  verb: Verb<Schema, null, Result>,
): FormAction<Result> {
  return (_, form) => perform(schema, form, async () => null, verb)
}

/** Of one person at once, with those that wait for a turn or a host: no page sends as many. */
const maxUnderWay = 16

/** How many forms of each person are under way. */
const underWay = new Map<number, number>()

/** `perform` for someone who is signed in. */
function performAs<Schema extends z.ZodType, Who extends Member | CurrentUser, Result>(
  schema: Schema,
  form: FormData,
  authorize: (form: FormData) => Promise<Who>,
  verb: WaitingVerb<Schema, Who, Result>,
): Promise<ActionState<Result>> {
  return perform(schema, form, authorize, verb, (who, work) =>
    amongFew('actor' in who ? who.actor.userId : who.id, work),
  )
}

/** Throws `unavailable` when more of a person are under way. */
async function amongFew<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(userId) ?? 0
  if (before >= maxUnderWay) {
    throw new AppError('unavailable', 'Too many of your forms are under way. Try again in a moment.')
  }
  underWay.set(userId, before + 1)
  try {
    return await work()
  } finally {
    const left = (underWay.get(userId) ?? 1) - 1
    if (left > 0) underWay.set(userId, left)
    else underWay.delete(userId)
  }
}

async function perform<Schema extends z.ZodType, Who, Result>(
  schema: Schema,
  form: FormData,
  authorize: (form: FormData) => Promise<Who>,
  verb: WaitingVerb<Schema, Who, Result>,
  bounded: <T>(who: Who, work: () => Promise<T>) => Promise<T> = (_, work) => work(),
): Promise<ActionState<Result>> {
  const state = await performOnce(schema, form, authorize, verb, bounded)
  await drawNext(state.status === 'done')
  return state
}

async function performOnce<Schema extends z.ZodType, Who, Result>(
  schema: Schema,
  form: FormData,
  authorize: (form: FormData) => Promise<Who>,
  verb: WaitingVerb<Schema, Who, Result>,
  bounded: <T>(who: Who, work: () => Promise<T>) => Promise<T>,
): Promise<ActionState<Result>> {
  try {
    await requireOwnOrigin()
    if (!(form instanceof FormData)) throw new AppError('invalid', 'The form is incomplete')
    const unstorable = findUnstorable(form)
    if (unstorable) return unstorable
    const who = await authorize(form)
    return await bounded(who, async () => {
      const parsed = schema.safeParse(Object.fromEntries(form), { error: withoutTypes })
      if (!parsed.success) return invalid(parsed.error)
      const result = await verb(parsed.data, who, () => authorize(form))
      return { status: 'done', result }
    })
  } catch (error) {
    unstable_rethrow(error)
    if (error instanceof AppError && error.code === 'unauthenticated') redirect('/sign-in')
    return { status: 'refused', message: messageOf(error), fields: {} }
  }
}

/**
 * Browsers name the page a form was sent from. Throws `forbidden` for other sites, and for scripts that name none. The
 * first thing that every action does.
 */
export async function requireOwnOrigin(): Promise<void> {
  noteActionBegun()
  if (!isOwnOrigin((await headers()).get('origin'))) throw foreignForm()
}

/** What refuses a form with text that would be an error of the database, wherever a verb looks it up or stores it. */
function findUnstorable(form: FormData): ActionState<never> | null {
  const found = [...form].find((entry) => entry.some((text) => typeof text === 'string' && !isStorable(text)))
  if (!found) return null
  const message = 'It has a character that cannot be stored'
  return { status: 'refused', message, fields: { [found[0]]: message } }
}

function invalid(error: z.ZodError): ActionState<never> {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0] ?? '')] ??= message
  return { status: 'refused', message: error.issues[0]?.message ?? 'Something is missing', fields }
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  if (isDatabaseUnavailable(error)) return 'The database does not answer. Nothing was changed; try again in a moment.'
  log.error('action failed', { error })
  return 'Something went wrong in Leadline. Nothing is known to have changed; reload the page and try again.'
}
