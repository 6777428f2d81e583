import { metricQuery } from '@/lib/reports/filters'
import { instrumentsOf } from '@/lib/reports/instruments'
import type { MetricsReport } from '@/lib/reports/report'
import { Instrument } from './instrument'
import { LockedInstrument } from './locked'

/** `organization` is its slug. */
type Props = { report: MetricsReport; organization: string }

/** The five numbers of a report in a row. */
export function Instruments({ report, organization }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-3 xl:grid-cols-5 max-md:[&>:first-child]:col-span-2">
      {instrumentsOf(report).map(({ slug, figure, spark }) =>
        figure ? (
          <Instrument
            coverage={slug === 'lead-time' ? report.coverage : null}
            figure={figure}
            href={`/${organization}/insights/${slug}${metricQuery(report.filters)}`}
            key={slug}
            report={report}
            slug={slug}
            spark={spark}
          />
        ) : (
          <LockedInstrument
            key={slug}
            leadTimeFrom={report.settings.leadTimeFrom}
            organization={organization}
            slug={slug}
          />
        ),
      )}
    </div>
  )
}
