import { ProductionNames } from '@/components/settings/production-names'
import { TimeZone } from '@/components/settings/time-zone'
import { TimeZoneOptions } from '@/components/settings/time-zone-options'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { zoneNameOfToday, zoneNames } from '@/lib/time/zone-names'
import { saveProductionNames, saveTimeZone } from './actions'

type Props = { organization: Organization; mayManage: boolean }

export function ProductionSection({ organization, mayManage }: Props) {
  const { slug, productionNames, timeZone } = organization
  return (
    <Section
      id="production"
      lead="Successful deployments to these environments deliver pull requests. A change applies to past deployments as well."
      title="Production and time zone"
    >
      {mayManage ? (
        <div className="grid gap-8 lg:grid-cols-2">
          <ProductionNames action={saveProductionNames} names={productionNames} organization={slug} />
          <TimeZone action={saveTimeZone} organization={slug} timeZone={zoneNameOfToday(timeZone)}>
            <TimeZoneOptions zones={[...new Set([...zoneNames(), zoneNameOfToday(timeZone)])]} />
          </TimeZone>
        </div>
      ) : (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-8 gap-y-2 text-sm">
          <dt className="text-muted">Production environments</dt>
          <dd className="font-medium break-words">{productionNames.join(', ')}</dd>
          <dt className="text-muted">Time zone</dt>
          <dd className="font-medium">{zoneNameOfToday(timeZone)}</dd>
        </dl>
      )}
    </Section>
  )
}
