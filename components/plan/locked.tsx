import type { ReactNode } from 'react'
import { Lock } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import type { MetricSettings } from '@/lib/insights/metrics/settings'

type LockedMetricProps = { metric: AnyMetric; organization: string; settings: MetricSettings }

/** In the place of a number that the plan does not include: what it would be. */
export function LockedMetric({ metric, organization, settings }: LockedMetricProps) {
  const { slug, title } = metric
  return (
    <section
      aria-labelledby={`card-${slug}`}
      className="row-span-4 flex flex-col gap-2 border-t border-line pt-3 text-xs leading-5 text-muted"
    >
      <h2 className="text-sm font-medium text-ink" id={`card-${slug}`}>
        {title}
      </h2>
      <p>{metric.define(settings).definition}</p>
      <PlanLink organization={organization} />
    </section>
  )
}

/** In the place of a part of a page that the plan does not include: what it would show. */
export function LockedPart({ organization, children }: { organization: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 border-l-2 border-line py-1 pl-5 text-sm leading-relaxed text-muted">
      <p className="max-w-2xl">{children}</p>
      <PlanLink organization={organization} />
    </div>
  )
}

function PlanLink({ organization }: { organization: string }) {
  return (
    <Link
      className="inline-flex items-center gap-1.5 font-medium text-ink underline decoration-strong-line underline-offset-4 hover:decoration-current"
      href={`/${organization}/settings/plan`}
      prefetch={false}
    >
      <Lock className="size-3.5" />
      Part of Business
    </Link>
  )
}
