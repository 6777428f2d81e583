import type { ReactNode } from 'react'
import { CalibrationChart } from '@/components/charts/calibration-chart'
import { Section } from '@/components/ui/section'
import { cell, head, table } from '@/components/ui/table'
import { formatCount } from '@/lib/core/format'
import type { Assessment } from '@/lib/risk/score/assess'
import type { Driver } from '@/lib/risk/score/drivers'
import { brierText, riskText, shareText } from '@/lib/risk/score/words'

/** How the scores of a model compared with what happened, tested on deployments that it was not fitted on. */
export function TestReport({ assessment, mark }: { assessment: Assessment; mark: number }) {
  const { count, failed, brier, baseBrier, gain, warned, warnedFailed, bins } = assessment
  return (
    <Section
      id="test"
      lead="Each score was made by what was known before its deployment began: the model fitted, calibrated and its mark chosen on the past alone."
      title="The test"
    >
      <dl className="grid gap-x-10 gap-y-5 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <Figure label="Tested on" value={formatCount(count)}>
          deployments; {formatCount(failed)} of them failed, {shareText(failed, count)}
        </Figure>
        <Figure label="Brier score" value={brierText(brier)}>
          {brierText(baseBrier)} by the base rate; {gainText(gain)}
        </Figure>
        <Figure label="Precision" value={shareText(warnedFailed, warned)}>
          {warned === 0
            ? 'It warned of nothing'
            : `${formatCount(warnedFailed)} of ${formatCount(warned)} that it warned of failed`}
        </Figure>
        <Figure label="Recall" value={shareText(warnedFailed, failed)}>
          It warned of {formatCount(warnedFailed)} of {formatCount(failed)} that failed
        </Figure>
      </dl>
      <p className="max-w-2xl text-sm leading-relaxed text-muted">
        The Brier score is the mean squared error, the smaller the better; the base rate is the share of all deployments
        that had failed by then. It warns from {riskText(mark)} on: the score that about one in ten deployments reach,
        and at least 1.5 times the base rate.
      </p>
      <CalibrationChart bins={bins} title="Do as many fail as the scores say?" />
    </Section>
  )
}

function gainText({ value, low, high }: Assessment['gain']): string {
  const tenths = (share: number) => `${Math.round(share * 1000) / 10}%`
  return `${tenths(Math.abs(value))} ${value < 0 ? 'worse' : 'better'} (90% interval ${tenths(low)} to ${tenths(high)})`
}

type FigureProps = { label: string; value: string; children: ReactNode }

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-muted">{label}</dt>
      <dd className="text-2xl leading-tight font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}

/** What moves the scores of a model most. */
export function Drivers({ drivers, timeZone }: { drivers: readonly Driver[]; timeZone: string }) {
  return (
    <Section
      id="drivers"
      lead={`By how much each multiplies the odds to fail, all else being equal, the most telling first. Compared with an ordinary deployment of the service on another day, in the morning; times in ${timeZone}. They go together with failures: that they cause them is not said.`}
      title="What raises or lowers the risk here"
    >
      <table className={`${table} max-w-2xl`}>
        <thead>
          <tr>
            <th className={head} scope="col">
              Compared with the ordinary
            </th>
            <th className={`${head} text-right`} scope="col">
              Odds
            </th>
          </tr>
        </thead>
        <tbody>
          {drivers.map(({ feature, words, factor }) => (
            <tr key={feature}>
              <th className={`${cell} text-left font-normal`} scope="row">
                {words}
              </th>
              <td className={`${cell} text-right tabular-nums`}>× {factor.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
