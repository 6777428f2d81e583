import { db } from '@/lib/db/db'
import type { SummaryState } from '@/lib/generated/prisma/enums'
import { versionOf } from '@/lib/http/version'
import { keyOf, type SummarySubject } from './subject'

/** What became of the words that were asked for. */
export type Summary = {
  state: SummaryState
  sentences: string[]
  /** How many sentences were left out. */
  dropped: number
  model: string | null
  inputTokens: number | null
  outputTokens: number | null
  /** In US dollars. */
  cost: number | null
  writtenAt: Date | null
  /** Of the numbers that it was written from. */
  digest: string | null
  failure: string | null
}

const shown = {
  state: true,
  sentences: true,
  dropped: true,
  model: true,
  inputTokens: true,
  outputTokens: true,
  cost: true,
  writtenAt: true,
  digest: true,
  failure: true,
} satisfies { [Name in keyof Summary]: true }

/** What a model wrote, or is to write, about a subject; null where no one has asked for it. */
export async function findSummary(organizationId: number, subject: SummarySubject): Promise<Summary | null> {
  const where = { organizationId_key: { organizationId, key: keyOf(subject) } }
  return db().prisma.summary.findUnique({ where, select: shown })
}

/** Differs when something else is to be shown. */
export function versionOfSummary(summary: Summary | null): string {
  return versionOf([summary?.state, summary?.writtenAt, summary?.failure])
}
