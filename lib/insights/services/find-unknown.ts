import { serviceKeyOf } from '@/lib/core/service-key'
import { reading } from '@/lib/db/reading'
import { type UnknownName, unknownWords } from '@/lib/insights/reports/wording'
import { loadServicesOf } from './load-known'

/** The service that filters name, spelled in any way, where no deployment that counts names it. */
export async function findUnknownService(
  organizationId: number,
  { service }: { service?: string },
): Promise<UnknownName[]> {
  if (service === undefined) return []
  const key = serviceKeyOf(service)
  const known = await reading((read) => loadServicesOf(read, organizationId, [key], [service, key]))
  return known.length > 0 ? [] : unknownWords({ service: service.trim() }, ['service'])
}
