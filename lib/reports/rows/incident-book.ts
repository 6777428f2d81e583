import { dayOf } from '@/lib/deployments/days'
import type { MetricContext } from '@/lib/metrics/context'
import type { RecoveryTime } from '@/lib/metrics/recovery-time'
import { type Book, bookOf, dateOf } from './book'

const columns = {
  columns: [
    'openedById',
    'openedBy',
    'repository',
    'service',
    'environment',
    'openedAt',
    'failures',
    'closedById',
    'closedBy',
    'closedAt',
    'day',
    'recoverySeconds',
    'counted',
    'why',
  ],
  shown: ['openedBy', 'openedAt', 'failures', 'closedBy', 'closedAt', 'recoverySeconds', 'counted'],
} as const

/** The incidents that were closed in the period, and before them those that were open when it ended. */
export function incidentBook({ closed, open }: RecoveryTime, { period: { timeZone } }: MetricContext): Book {
  return bookOf(
    columns,
    [...open, ...closed],
    ({ openedAt, closedAt, openedById }) => [closedAt ?? openedAt + stillOpen, openedById],
    (incident) => {
      const { service, environment, openedById, closedById, failures, seconds } = incident
      const closedAt = dateOf(incident.closedAt)
      return {
        openedById,
        service,
        environment,
        openedAt: new Date(incident.openedAt),
        failures,
        closedById,
        closedAt,
        day: closedAt && dayOf(closedAt, timeZone),
        recoverySeconds: seconds,
        counted: closedAt !== null,
        why: closedAt ? null : 'is still open',
      }
    },
  )
}

/** Puts what is open after everything that was closed. */
const stillOpen = Number.MAX_SAFE_INTEGER / 2
