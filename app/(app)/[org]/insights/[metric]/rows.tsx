import { RowsPager } from '@/components/insights/rows-pager'
import { RowsTable } from '@/components/insights/rows-table'
import { Section } from '@/components/ui/section'
import { plural } from '@/lib/format'
import type { Organization } from '@/lib/organizations/find'
import { type MetricFilters, metricQuery } from '@/lib/reports/filters'
import { columns } from '@/lib/reports/rows/columns'
import type { RowsPage } from '@/lib/reports/rows/read-rows'

type Props = { page: RowsPage; path: string; filters: MetricFilters; organization: Organization }

/** The rows behind a number, a page of them. */
export function Rows({ page: { shown, rows, total, page, pages }, path, filters, organization }: Props) {
  const { slug, timeZone } = organization
  const to = (wanted: number) => {
    const query = metricQuery(filters)
    return `${path}${query}${query ? '&' : '?'}page=${wanted}#rows`
  }
  return (
    <Section id="rows" lead={leadOf(total, timeZone)} title="The rows behind it">
      {total > 0 && (
        <div className="flex flex-col gap-4">
          <RowsTable
            caption="The rows behind the number, the latest first"
            columns={shown.map((name) => ({ name, ...columns[name] }))}
            organization={slug}
            rows={rows}
            timeZone={timeZone}
          />
          <RowsPager page={page} pages={pages} to={to} />
        </div>
      )}
    </Section>
  )
}

function leadOf(total: number, timeZone: string): string {
  if (total === 0) return 'There are none in this period.'
  return `${plural(total, 'row')}, the latest first. Times in ${timeZone}.`
}
