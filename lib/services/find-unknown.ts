import { type UnknownName, unknownWords } from '@/lib/reports/wording'
import { listServices } from './list'
import { serviceKeyOf } from './service-key'

/** The service that filters name, spelled in any way, where no deployment that counts names it. */
export async function findUnknownService(
  organizationId: number,
  { service }: { service?: string },
): Promise<UnknownName[]> {
  if (service === undefined) return []
  const key = serviceKeyOf(service)
  const isKnown = (await listServices(organizationId)).some((known) => known.key === key)
  return isKnown ? [] : unknownWords({ service: service.trim() }, ['service'])
}
