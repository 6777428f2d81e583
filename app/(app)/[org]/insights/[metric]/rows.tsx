import { RowsChoices } from '@/components/insights/rows-choices'
import { RowsTable } from '@/components/insights/rows-table'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { formatCount, plural } from '@/lib/core/format'
import { withParams } from '@/lib/http/search-params'
import { columns } from '@/lib/insights/metrics/drilldown/columns'
import type { RowsFilter, RowsSelection, RowsSort } from '@/lib/insights/metrics/drilldown/selection'
import { type MetricFilters, metricQuery } from '@/lib/insights/reports/filters'
import type { RowsPage } from '@/lib/insights/reports/rows/read-rows'

type Props = {
  page: RowsPage
  sorts: readonly RowsSort[]
  path: string
  filters: MetricFilters
  organization: Organization
}

/** The rows behind a number, a page of those that are selected. */
export function Rows({ page: rowsPage, sorts, path, filters, organization }: Props) {
  const { shown, rows, selection, selected, total, page, pages } = rowsPage
  const { timeZone } = organization
  const hrefOf = (chosen: RowsSelection, number: number | null) => {
    const params = { ...chosen, page: number === null ? null : String(number) }
    return `${path}${withParams(metricQuery(filters), params)}#rows`
  }
  const { after, before } = ways[selection.sort ?? 'latest']
  return (
    <Section id="rows" lead={leadOf(rowsPage, timeZone)} title="The rows behind it">
      {total > 0 && (
        <div className="flex flex-col gap-4">
          <RowsChoices
            filters={rowsPage.filters}
            hrefOf={(chosen) => hrefOf(chosen, null)}
            selection={selection}
            sorts={sorts}
            total={total}
          />
          {selected > 0 && (
            <RowsTable
              caption={`The rows behind the number, the ${selection.sort ?? 'latest'} first`}
              columns={shown.map((name) => ({ name, ...columns[name] }))}
              organization={organization.slug}
              rows={rows}
              timeZone={timeZone}
            />
          )}
          <NumberedPager
            after={after}
            before={before}
            page={page}
            pages={pages}
            to={(number) => hrefOf(selection, number)}
          />
        </div>
      )}
    </Section>
  )
}

/** What is on the pages after and before one. */
const ways = {
  latest: { after: 'Older', before: 'Newer' },
  slowest: { after: 'Faster', before: 'Slower' },
  largest: { after: 'Smaller', before: 'Larger' },
} satisfies Record<RowsSort | 'latest', object>

const noneOf: Record<RowsFilter, string> = { counted: 'is counted', failed: 'failed' }

function leadOf({ selection: { only, sort }, selected, total }: RowsPage, timeZone: string): string {
  if (total === 0) return 'There are none in this period.'
  if (only && selected === 0) return `None of ${plural(total, 'row')} ${noneOf[only]}.`
  const count = only ? `${formatCount(selected)} of ${plural(total, 'row')}` : plural(total, 'row')
  return `${count}, the ${sort ?? 'latest'} first. Times in ${timeZone}.`
}
