import { serviceKeyOf } from '@/lib/core/service-key'
import { type DeploymentEvent, type DeploymentStatus, terminalStatuses } from './schema'

type TimedStatus = Pick<DeploymentEvent, 'status' | 'startedAt' | 'completedAt'>

/** How far a status is along: 0 pending, 1 in progress, 2 terminal. */
export function progressOf(status: DeploymentStatus): 0 | 1 | 2 {
  if (terminalStatuses.includes(status)) return 2
  return status === 'in_progress' ? 1 : 0
}

/** The instant that an event speaks about: the completion for a terminal status, else the start. */
export function eventInstant(event: TimedStatus): Date {
  return progressOf(event.status) === 2 && event.completedAt ? event.completedAt : event.startedAt
}

/**
 * The order of the events of one deployment, whatever order they came in: by instant, then by progress, then by
 * `arrival`, a number that grows with each event accepted. Negative when `a` comes before `b`. The greatest decides.
 */
export function compareEvents(a: TimedStatus & { arrival: number }, b: TimedStatus & { arrival: number }): number {
  return (
    eventInstant(a).getTime() - eventInstant(b).getTime() ||
    progressOf(a.status) - progressOf(b.status) ||
    a.arrival - b.arrival
  )
}

/** Whole seconds from start to completion; null while it is not finished, and when it ends before it starts. */
export function durationSeconds({ status, startedAt, completedAt }: TimedStatus): number | null {
  if (progressOf(status) < 2 || !completedAt || completedAt < startedAt) return null
  return Math.round((completedAt.getTime() - startedAt.getTime()) / 1000)
}

/** Whether an environment is one of an organization's production names: it is the same to metrics. */
export function isProduction(environment: string, productionNames: readonly string[]): boolean {
  const key = serviceKeyOf(environment)
  return productionNames.some((name) => serviceKeyOf(name) === key)
}
