import type { DeploymentStatus } from '@/lib/deployments/schema'
import { compareEvents } from '@/lib/deployments/status'

/** What an event decides together: all of it comes from the same event. */
const decided = ['status', 'commitSha', 'environment', 'startedAt', 'completedAt'] as const

/** What stays until an event brings another value. */
const kept = [
  'service',
  'branch',
  'triggeredBy',
  'pipelineName',
  'previousCommitSha',
  'pipelineUrl',
  'metadata',
  'rawPayload',
] as const

export type ChangedField = (typeof decided)[number] | (typeof kept)[number]

/** One accepted event; `metadata` and `rawPayload` may be anything that distinguishes values. */
export type TimelineEvent = {
  status: DeploymentStatus
  commitSha: string
  environment: string
  startedAt: Date
  completedAt: Date | null
} & Record<(typeof kept)[number], string | null>

/**
 * Which fields of a deployment each of its events changed, in order of arrival: none for one that came too late or
 * said nothing new. The first one sets everything that it carries.
 */
export function changesOf(events: readonly TimelineEvent[]): ChangedField[][] {
  const holders = new Map<ChangedField, TimelineEvent & { arrival: number }>()
  return events.map((sent, arrival) => {
    const event = { ...sent, arrival }
    const takesOver = (field: ChangedField) => {
      const holder = holders.get(field)
      if (holder && compareEvents(event, holder) < 0) return false
      holders.set(field, event)
      return !isSame(holder?.[field] ?? null, event[field])
    }
    return [...decided, ...kept.filter((field) => event[field] !== null)].filter(takesOver)
  })
}

function isSame(a: string | Date | null, b: string | Date | null): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
