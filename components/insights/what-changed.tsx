import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { cell, head, table } from '@/components/ui/table'
import { formatCount, plural } from '@/lib/core/format'
import type { Contribution, Split } from '@/lib/insights/metrics/contributions'
import type { MetricValue, Unit } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { addedText, valueText } from '@/lib/insights/metrics/value-text'
import { type MetricFilters, metricQuery } from '@/lib/insights/reports/filters'
import { withoutWords } from '@/lib/insights/reports/wording-changes'

type Props = { metric: AnyMetric; result: MetricValue; path: string; filters: MetricFilters }

/** Who a change came from: by service, by team, and by stage where a number has those. */
export function WhatChanged({ metric, result, path, filters }: Props) {
  const { contributions, unit } = result
  const stages = metric.stages?.(result) ?? null
  if (!contributions) return null
  const { services, teams } = contributions
  const hrefOf = (by: 'service' | 'team') => (name: string) => `${path}${metricQuery(filters, { [by]: name })}`
  const shared = { metric, unit }
  return (
    <div className="flex flex-col gap-8">
      <SplitTable {...shared} by="services" hrefOf={hrefOf('service')} split={services} />
      {teams && teams.listed.length > 1 && <SplitTable {...shared} by="teams" hrefOf={hrefOf('team')} split={teams} />}
      {stages && (
        <Rows
          caption="By stage, of the means from the first commit: means add up, medians do not"
          heads={['Stage', 'Mean', 'Change']}
          rows={stages.map(({ name, value, previous }) => ({
            key: name,
            name,
            cells: [
              <Both key="mean" now={valueText(value, unit)} then={`${valueText(previous, unit)} before`} />,
              addedText(value - previous, unit),
            ],
          }))}
        />
      )}
    </div>
  )
}

type SplitProps = {
  metric: AnyMetric
  unit: Unit
  by: 'services' | 'teams'
  split: Split
  hrefOf: (name: string) => string
}

function SplitTable({ metric: { sample }, unit, by, split: { listed, others, mix, within }, hrefOf }: SplitProps) {
  const [one, many = `${one}s`] = sample
  const ofNumber = (value: number | null) => (value === null ? '—' : valueText(value, unit))
  const showsMix = mix !== 0 || listed.some((each) => each.mix !== 0)
  const added = ({ total, within, mix }: Pick<Contribution, 'total' | 'within' | 'mix'>) => (
    <Both
      now={addedText(total, unit)}
      then={showsMix ? `own ${addedText(within, unit)}, mix ${addedText(mix, unit)}` : null}
    />
  )
  return (
    <Rows
      caption={`By ${by === 'services' ? 'service' : 'team'}`}
      heads={[by === 'services' ? 'Service' : 'Team', 'Its number', `Its ${many}`, 'Added to the change']}
      rows={[
        ...listed.map((each) => ({
          key: each.name ?? '',
          name:
            each.name === null ? (
              withoutWords[by]
            ) : (
              <Link
                className="font-medium underline-offset-4 hover:underline"
                href={hrefOf(each.name)}
                prefetch={false}
              >
                {each.name}
              </Link>
            ),
          cells: [
            <Both key="number" now={ofNumber(each.value)} then={`${ofNumber(each.previous)} before`} />,
            <Both key="rows" now={formatCount(each.rows)} then={`${formatCount(each.previousRows)} before`} />,
            added(each),
          ],
        })),
        ...(others.count > 0
          ? [{ key: ' ', name: plural(others.count, 'other'), cells: ['', '', addedText(others.total, unit)] }]
          : []),
        { key: '  ', name: 'Together', cells: ['', '', added({ total: within + mix, within, mix })] },
      ]}
    />
  )
}

function Both({ now, then }: { now: string; then: string | null }) {
  return (
    <>
      {now}
      {then && <span className="block text-xs text-muted">{then}</span>}
    </>
  )
}

type RowsProps = {
  caption: string
  heads: readonly string[]
  rows: { key: string; name: ReactNode; cells: ReactNode[] }[]
}

function Rows({ caption, heads, rows }: RowsProps) {
  return (
    <table className={`${table} max-w-4xl tabular-nums`}>
      <caption className="pb-2 text-left text-sm font-medium">{caption}</caption>
      <thead>
        <tr>
          {heads.map((name, index) => (
            <th className={`${head} ${index > 0 ? 'text-right' : ''}`} key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th className={`${cell} text-left font-normal`} scope="row">
              {name}
            </th>
            {cells.map((content, index) => (
              <td className={`${cell} text-right`} key={heads[index + 1]}>
                {content}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
