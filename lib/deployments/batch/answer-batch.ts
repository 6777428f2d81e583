import type { KeySender } from '@/lib/accounts/api-keys/authenticate'
import { env } from '@/lib/core/env'
import { AppError, statusOf } from '@/lib/core/errors'
import { semaphores } from '@/lib/core/semaphore'
import { sideBySide } from '@/lib/core/side-by-side'
import { type DatabaseBudget, databaseBudget } from '@/lib/db/database-budget'
import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { answerEvent, type EventAnswer } from '@/lib/deployments/answer-event'
import { wakeLinkWorker } from '@/lib/deployments/linking/wake'
import { parseInTurn } from '@/lib/deployments/parse-in-turn'
import { logRequest, readDeploymentId } from '@/lib/deployments/request-log/log-request'
import { refusalOf } from '@/lib/http/http'
import { tooLarge } from '@/lib/http/read-body'
import { parseBoundedJson } from '@/lib/http/read-json'
import { createRounds } from '@/lib/web/rounds'

/**
 * A server that stops gives answers that have begun ten seconds: the last events of a batch take up to three. Links are
 * waited for in the first three: they take longer than all else, and no event should be left out for them.
 */
const budgetMs = 7_000
const linkingMs = 3_000

/**
 * Events of an organization's batches that are stored at once, in two transactions: its single events wait behind as many.
 */
const atOnce = 32
const turns = semaphores<number>(atOnce)

/** Of all batches, the parsing of one event begins in a round of the event loop. */
const inRound = createRounds(1)

export type BatchEntry =
  | ({ status: 200 | 201 } & EventAnswer['body'] & { linking?: 'pending' })
  | { status: number; error: string; retryAfter?: number }

type Batch = {
  requestId: string
  events: readonly Uint8Array[]
  /** Who sends the batch. */
  found: KeySender
  /** The same by now. Throws once the key is refused. */
  sender: () => Promise<KeySender>
  /** Counts the event that comes next. Throws once the limit is reached. */
  count: (sender: KeySender) => Promise<void>
}

/**
 * Stores each event of a batch as if it had been posted on its own, several at once, those of one deployment in their
 * order. Returns what the webhook answers to each. After three seconds links are left to the worker. What is not begun in
 * seven, or when the database is out of reach for as many in a row as run at once, is answered 503 and not stored.
 */
export async function answerBatch(batch: Batch): Promise<BatchEntry[]> {
  const { requestId, events } = batch
  const { organizationId } = batch.found
  const entries: BatchEntry[] = []
  const gate = createGate()
  const work = ({ index, body }: Parsed) =>
    turns(organizationId, async () => {
      const id = `${requestId}/${index + 1}`
      const entry = await answerOne(batch, id, gate.admit, body).then(entryOf, (error) => refusedEntry(error, id))
      gate.answered(entry.status)
      entries[index] = entry
    })
  const keyOf = (event: Parsed) => event.deploymentId ?? event
  await sideBySide(parseEach(events, batch.found, gate.leftMs), { atOnce, keyOf }, work)
  if (entries.some((entry) => 'linking' in entry)) wakeLinkWorker()
  return entries
}

async function answerOne(
  { found, sender: findSender, count }: Batch,
  id: string,
  admit: () => DatabaseBudget,
  body: Parsed['body'],
): Promise<EventAnswer> {
  return logRequest(id, async (notes) => {
    notes.sender = found
    const budget = admit()
    const sender = await findSender()
    await count(sender)
    return answerEvent(sender, body(), budget, notes)
  })
}

/** An event whose JSON was read: `body` gives it, or throws why it was not. */
type Parsed = { index: number; deploymentId: string | null; body: () => unknown }

/**
 * Reads the JSON of one event after the other: together they take more memory, and time, than a process has at once. What
 * there is no time for is not read.
 */
async function* parseEach(
  events: readonly Uint8Array[],
  sender: KeySender,
  leftMs: () => number,
): AsyncGenerator<Parsed> {
  for (const [index, bytes] of events.entries()) {
    if (leftMs() > 0) await new Promise<void>((begin) => inRound(String(sender.organizationId), begin))
    yield { index, ...(await parse(bytes, sender, leftMs())) }
  }
}

async function parse(bytes: Uint8Array, sender: KeySender, leftMs: number): Promise<Omit<Parsed, 'index'>> {
  try {
    if (leftMs <= 0) throw timeIsUp()
    const maxBytes = env().WEBHOOK_MAX_BODY_BYTES
    if (bytes.length > maxBytes) throw tooLarge(maxBytes)
    const value = await parseInTurn(sender, bytes.length, () => parseBoundedJson(bytes), leftMs)
    return { deploymentId: readDeploymentId(value), body: () => value }
  } catch (error) {
    const refuse = () => {
      throw error
    }
    return { deploymentId: null, body: refuse }
  }
}

/** Gives events their time for the database while there is any. */
function createGate() {
  const began = performance.now()
  let unavailableInARow = 0
  const leftMs = () => began + budgetMs - performance.now()
  return {
    leftMs,
    admit: (): DatabaseBudget => {
      if (leftMs() <= 0) throw timeIsUp()
      if (unavailableInARow >= atOnce) throw notStored('Temporarily unavailable, retry')
      return leftMs() < budgetMs - linkingMs ? budgetWithoutLinks() : databaseBudget()
    },
    answered: (status: number) => {
      unavailableInARow = status === statusOf.unavailable ? unavailableInARow + 1 : 0
    },
  }
}

/** None for what keeps a reserve for the answer, which is linking. */
function budgetWithoutLinks(): DatabaseBudget {
  const budget = databaseBudget()
  return async (work, reserveMs = 0) => {
    if (reserveMs > 0) throw new DatabaseUnavailableError('links of this batch follow')
    return budget(work)
  }
}

function timeIsUp(): AppError {
  return notStored('The time for this batch is up: not stored, post this event again')
}

function notStored(message: string): AppError {
  return new AppError('unavailable', message, { 'Retry-After': '2' })
}

function entryOf({ status, body, headers }: EventAnswer): BatchEntry {
  const linking = headers['X-Leadline-Linking']
  return { status, ...body, ...(linking && { linking }) }
}

function refusedEntry(error: unknown, requestId: string): BatchEntry {
  const { code, message, headers } = refusalOf(error, { requestId, method: 'POST' })
  const retryAfter = headers['Retry-After']
  return { status: statusOf[code], error: message, ...(retryAfter && { retryAfter: Number(retryAfter) }) }
}
