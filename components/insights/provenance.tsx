import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import type { Distribution } from '@/lib/insights/metrics/distribution'
import type { Unit } from '@/lib/insights/metrics/metric-value'
import { exactText, valueText } from '@/lib/insights/metrics/value-text'
import { ProvenanceContent } from './provenance-content'
import { type ProvenanceProps, provenanceLines } from './provenance-lines'

/** `organization` is its slug. */
type Props = ProvenanceProps & { organization: string }

/** How a number was made: what it means, from what it was calculated, and what was left out of it. */
export function Provenance({ organization, ...provenance }: Props) {
  const { metric, settings, result } = provenance
  const { distribution, unit } = result
  return (
    <dl className="flex max-w-4xl flex-col text-sm leading-relaxed">
      <Line name="Definition">{metric.define(settings).definition}</Line>
      {provenanceLines(provenance).map(([name, content]) => (
        <Line key={name} name={name}>
          <ProvenanceContent content={content} />
          {name === 'Not yet counted' && <UndeployedLink organization={organization} />}
        </Line>
      ))}
      {distribution && (
        <Line name="Spread">
          <Spread distribution={distribution} unit={unit} />
        </Line>
      )}
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-t border-line py-2.5 tabular-nums sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function UndeployedLink({ organization }: Pick<Props, 'organization'>) {
  return (
    <>
      {' '}
      <Link
        className="underline underline-offset-4 hover:text-muted"
        href={`/${organization}/pull-requests/undeployed`}
        prefetch={false}
      >
        Everything that is merged and not deployed
      </Link>
    </>
  )
}

const points = ['min', 'p50', 'p75', 'p95', 'max', 'mean'] as const
const timeTitles = ['Shortest', 'Half within', '75% within', '95% within', 'Longest', 'Mean']
const sizeTitles = ['Smallest', 'Half up to', '75% up to', '95% up to', 'Largest', 'Mean']

function Spread({ distribution, unit }: { distribution: Distribution; unit: Unit }) {
  const titles = unit === 'seconds' ? timeTitles : sizeTitles
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-6">
      {points.map((name, index) => (
        <div key={name}>
          <dt className="text-xs text-muted">{titles[index]}</dt>
          <dd title={exactText(distribution[name], unit)}>{valueText(distribution[name], unit)}</dd>
        </div>
      ))}
    </dl>
  )
}
