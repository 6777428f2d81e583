import { dayOf } from '@/lib/deployments/days'
import type { MetricContext } from '@/lib/metrics/context'
import type { Incident } from '@/lib/metrics/incidents'
import { whyOpen } from '@/lib/metrics/recovery-time'
import { type Book, bookOf, dateOf, sentenceOf } from './book'

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

/** The incidents given, those that are open at the end before those that were closed. */
export function incidentBook(incidents: readonly Incident[], { period }: MetricContext): Book {
  const [isOpen] = whyOpen(period)
  return bookOf(
    columns,
    incidents.toSorted((a, b) => placeOf(b) - placeOf(a) || b.openedById - a.openedById),
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
        day: closedAt && dayOf(closedAt, period.timeZone),
        recoverySeconds: seconds,
        counted: closedAt !== null,
        why: closedAt ? null : sentenceOf(isOpen),
      }
    },
    {
      counted: ({ closedAt }) => closedAt !== null,
      seconds:
        () =>
        ({ seconds }) =>
          seconds,
    },
  )
}

/** What is open is later than everything that was closed. */
function placeOf({ openedAt, closedAt }: Incident): number {
  return closedAt ?? openedAt + stillOpen
}

const stillOpen = Number.MAX_SAFE_INTEGER / 2
