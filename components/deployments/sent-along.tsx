import { CodeBlock } from '@/components/ui/code-block'
import { Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { leftOutText } from '@/lib/core/format'
import type { DeploymentRecord } from '@/lib/deployments/get'

type Props = Pick<DeploymentRecord, 'metadata' | 'rawPayload'>

/** An event may have thousands of values. */
const maxEntries = 100
const maxPayloadLength = 20_000

/** What a pipeline sent along for reference. Renders nothing when it sent nothing. */
export function SentAlong({ metadata, rawPayload }: Props) {
  const entries = metadata && typeof metadata === 'object' ? Object.entries(metadata) : []
  if (entries.length === 0 && rawPayload === null) return null
  const payload = rawPayload === null ? '' : JSON.stringify(rawPayload, null, 2)
  const leftOut = [
    entries.length > maxEntries && leftOutText(entries.length - maxEntries, 'more entry', 'more entries'),
    payload.length > maxPayloadLength && leftOutText(payload.length - maxPayloadLength, 'more character'),
  ].filter((words) => words !== false)
  return (
    <Section id="sent" lead="Kept as the pipeline sent it." title="Sent along">
      {entries.length > 0 && (
        <Facts facts={entries.slice(0, maxEntries).map(([name, value]) => ({ name, value: String(value) }))} />
      )}
      {rawPayload !== null && (
        <details>
          <summary className="text-sm font-medium">Raw payload</summary>
          <div className="pt-3">
            <CodeBlock label="rawPayload">{payload.slice(0, maxPayloadLength)}</CodeBlock>
          </div>
        </details>
      )}
      {leftOut.length > 0 && (
        <p className="text-sm leading-relaxed text-muted">
          {leftOut.join(', ')}: <code className="font-mono text-[0.8125rem]">leadline deployment show --json</code>{' '}
          prints all of it.
        </p>
      )}
    </Section>
  )
}
