import { plural } from '@/lib/core/format'
import type { OpenSignals } from './list'

/** "3 risk signals open, 1 high". */
export function openSignalsText({ open, high }: OpenSignals): string {
  return `${plural(open, 'risk signal')} open${high > 0 ? `, ${high} high` : ''}`
}
