import { RowsChoices } from '@/components/insights/rows-choices'
import { RowsPager } from '@/components/insights/rows-pager'
import { RowsTable } from '@/components/insights/rows-table'
import { Section } from '@/components/ui/section'
import { formatCount, plural } from '@/lib/format'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Organization } from '@/lib/organizations/find'
import { type MetricFilters, metricQuery } from '@/lib/reports/filters'
import { columns } from '@/lib/reports/rows/columns'
import type { RowsPage } from '@/lib/reports/rows/read-rows'
import { knownSelections, type RowsFilter, type RowsSelection } from '@/lib/reports/rows/selection'
import { withParams } from '@/lib/search-params'

type Props = { slug: MetricSlug; page: RowsPage; path: string; filters: MetricFilters; organization: Organization }

/** The rows behind a number, a page of those that are selected. */
export function Rows({ slug, page: rowsPage, path, filters, organization }: Props) {
  const { shown, rows, selection, selected, total, page, pages } = rowsPage
  const { timeZone } = organization
  const hrefOf = (wanted: RowsSelection, number: number | null) => {
    const params = { ...wanted, page: number === null ? null : String(number) }
    return `${path}${withParams(metricQuery(filters), params)}#rows`
  }
  const slowest = selection.sort === 'slowest'
  return (
    <Section id="rows" lead={leadOf(rowsPage, timeZone)} title="The rows behind it">
      {total > 0 && (
        <div className="flex flex-col gap-4">
          <RowsChoices
            filters={rowsPage.filters}
            hrefOf={(wanted) => hrefOf(wanted, null)}
            selection={selection}
            sorts={knownSelections[slug].sort}
            total={total}
          />
          {selected > 0 && (
            <RowsTable
              caption={`The rows behind the number, the ${slowest ? 'slowest' : 'latest'} first`}
              columns={shown.map((name) => ({ name, ...columns[name] }))}
              organization={organization.slug}
              rows={rows}
              timeZone={timeZone}
            />
          )}
          <RowsPager
            after={slowest ? 'Faster' : 'Older'}
            before={slowest ? 'Slower' : 'Newer'}
            page={page}
            pages={pages}
            to={(number) => hrefOf(selection, number)}
          />
        </div>
      )}
    </Section>
  )
}

const noneOf: Record<RowsFilter, string> = { counted: 'is counted', failed: 'failed' }

function leadOf({ selection: { only, sort }, selected, total }: RowsPage, timeZone: string): string {
  if (total === 0) return 'There are none in this period.'
  if (only && selected === 0) return `None of ${plural(total, 'row')} ${noneOf[only]}.`
  const count = only ? `${formatCount(selected)} of ${plural(total, 'row')}` : plural(total, 'row')
  return `${count}, the ${sort ?? 'latest'} first. Times in ${timeZone}.`
}
