import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { formatCount, plural } from '@/lib/core/format'
import type { Listed } from '@/lib/core/listed'
import type { ExplainedReason } from '@/lib/sources/repositories/coverage'
import type { Affected } from '@/lib/sources/repositories/coverage-of'

type Props = {
  reasons: ExplainedReason[]
  organization: string
  /** Offers to let a service name mean a repository; null for those who may not. */
  aliasForm: ((service: string) => ReactNode) | null
}

/** Why deployments have no pull request, the most frequent reason first, each with who it happens to and the fix. */
export function ReasonList(props: Props) {
  return (
    <ol className="flex flex-col">
      {props.reasons.map((reason) => (
        <li
          className="grid gap-x-6 gap-y-2 border-t border-line py-5 sm:grid-cols-[4.5rem_minmax(0,1fr)]"
          key={reason.reason}
        >
          <p className="text-2xl leading-7 font-semibold tracking-tight tabular-nums">{formatCount(reason.count)}</p>
          <div className="flex min-w-0 flex-col gap-3 text-sm leading-relaxed">
            <div className="flex flex-col gap-1">
              <h3 className="text-base leading-7 font-medium first-letter:uppercase">{reason.reason}</h3>
              {reason.harmless && <p className="text-muted">Often there is nothing to mend.</p>}
              <From reason={reason} />
            </div>
            {reason.reason === 'no repository for service' && <Services {...props} services={reason.services} />}
            {reason.advice.fix && <p className="max-w-2xl">{reason.advice.fix}</p>}
            {reason.advice.command && (
              <div className="max-w-2xl">
                <CodeBlock label="In the folder of this server">{reason.advice.command}</CodeBlock>
              </div>
            )}
            <p>
              <Link
                className="underline underline-offset-4"
                href={`/${props.organization}/deployments/${reason.exampleId}`}
              >
                Open an example
              </Link>
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const maxNames = 4

function From({ reason: { reason, services, pipelines } }: { reason: ExplainedReason }) {
  const names = services.listed.flatMap(({ service }) => (service === null ? [] : [service]))
  const named = names.length + services.leftOut
  const parts = [
    reason !== 'no repository for service' && named > 0 && `${nouns(named, 'Service')} ${some(names, named)}`,
    names.length < services.listed.length && 'No service named',
    pipelines.length > 0 && `${nouns(pipelines.length, 'Pipeline')} ${some(pipelines, pipelines.length)}`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return <p className="break-words text-muted">{parts.join(' · ')}</p>
}

function nouns(count: number, one: string): string {
  return count === 1 ? one : `${one}s`
}

function some(names: readonly string[], count: number): string {
  const rest = count - maxNames
  return [names.slice(0, maxNames).join(', '), rest > 0 && `${formatCount(rest)} more`].filter(Boolean).join(' and ')
}

const maxServices = 10

function Services({ services, organization, aliasForm }: Props & { services: Listed<Affected> }) {
  const rest = services.listed.length + services.leftOut - maxServices
  return (
    <ul className="flex flex-col gap-2">
      {services.listed.slice(0, maxServices).map(({ service, count, exampleId }) => (
        <li className="grid items-center gap-x-6 gap-y-2 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]" key={service}>
          <p>
            <code className="font-mono text-[0.8125rem] break-all">{service}</code>{' '}
            <Link
              className="whitespace-nowrap text-muted underline underline-offset-4 hover:text-ink"
              href={`/${organization}/deployments/${exampleId}`}
            >
              {plural(count, 'deployment')}
            </Link>
          </p>
          {service !== null && aliasForm?.(service)}
        </li>
      ))}
      {rest > 0 && <li className="text-muted">and {plural(rest, 'more service')}</li>}
    </ul>
  )
}
