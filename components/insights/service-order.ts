import type { ServiceHealth } from '@/lib/insights/metrics/service-health'

export type ServiceOrder = 'frequency' | 'lead-time' | 'failure-rate' | 'recovery' | 'rework'

const numbers: Record<ServiceOrder, (service: ServiceHealth) => number | null> = {
  frequency: ({ perDay }) => perDay,
  'lead-time': ({ leadTimeP50Seconds }) => leadTimeP50Seconds,
  'failure-rate': ({ changeFailureRate }) => changeFailureRate,
  recovery: ({ recoveryP50Seconds }) => recoveryP50Seconds,
  rework: ({ reworkRate }) => reworkRate,
}

/** The order that an address names; the most successes a day first for any other text. */
export function parseServiceOrder(text: string | null): ServiceOrder {
  return text !== null && Object.hasOwn(numbers, text) ? (text as ServiceOrder) : 'frequency'
}

/** Services with the largest number first; those without one keep their order at the end. */
export function sortServices(services: readonly ServiceHealth[], order: ServiceOrder): ServiceHealth[] {
  const number = numbers[order]
  return services.toSorted((a, b) => (number(b) ?? -1) - (number(a) ?? -1))
}
