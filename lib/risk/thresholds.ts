import type { Actor } from '@/lib/accounts/actor'
import { changeSetting } from '@/lib/accounts/organizations/change-setting'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Rule, Threshold } from './define-rule'
import { rules } from './registry'

/** What an organization changed, by rule and threshold: `{"failure-rate.share": 20}`. */
export type Thresholds = Record<string, number>

/** How a threshold is called in settings and forms. */
export function thresholdName(rule: Rule, name: string): string {
  return `${rule.slug}.${name}`
}

/** What a rule begins at in an organization. */
export function thresholdsOf(rule: Rule, changed: unknown): Record<string, number> {
  const values = isRecord(changed) ? changed : {}
  return Object.fromEntries(
    Object.entries(rule.thresholds).map(([name, threshold]) => {
      const value = values[thresholdName(rule, name)]
      return [name, typeof value === 'number' && isWithin(value, threshold) ? value : threshold.suggested]
    }),
  )
}

/**
 * Sets what risk signals begin at, and has them looked for again; a blank text means what Leadline suggests. Throws
 * `invalid` for what is no number within its bounds, and `not_found`.
 */
export async function setThresholds(actor: Actor, given: Record<string, string>): Promise<void> {
  const changed: Thresholds = {}
  for (const rule of rules) {
    for (const [name, threshold] of Object.entries(rule.thresholds)) {
      const text = given[thresholdName(rule, name)]?.trim() ?? ''
      const value = text === '' ? threshold.suggested : parse(text, rule, threshold)
      if (value !== threshold.suggested) changed[thresholdName(rule, name)] = value
    }
  }
  await changeSetting(actor, 'signalThresholds', changed)
  await db().people.query(becomeDue, [actor.organizationId])
}

// A minute later without a time zone: a cluster adds to no instant of a column.
const aMinuteLater = `(finished_at AT TIME ZONE 'UTC' + interval '1 minute') AT TIME ZONE 'UTC'`

/** Soon, but not again and again for who saves them again and again. */
const becomeDue = `
  UPDATE signal_runs SET due_at = least(due_at, greatest(now(), ${aMinuteLater})) WHERE organization_id = $1`

function parse(text: string, rule: Rule, threshold: Threshold): number {
  const value = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (isWithin(value, threshold)) return value
  const { label, min, max } = threshold
  throw new AppError('invalid', `${rule.title}: "${label}" must be a number from ${min} to ${max}`)
}

function isWithin(value: number, { min, max }: Threshold): boolean {
  return value >= min && value <= max
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
