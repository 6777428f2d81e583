import { CodeBlock } from '@/components/ui/code-block'
import { Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { DeploymentRecord } from '@/lib/deployments/get'

type Props = Pick<DeploymentRecord, 'metadata' | 'rawPayload'>

/** What a pipeline sent along for reference. Renders nothing when it sent nothing. */
export function Sent({ metadata, rawPayload }: Props) {
  const entries = metadata && typeof metadata === 'object' ? Object.entries(metadata) : []
  if (entries.length === 0 && rawPayload === null) return null
  return (
    <Section id="sent" lead="Kept as the pipeline sent it." title="Sent along">
      {entries.length > 0 && <Facts facts={entries.map(([name, value]) => ({ name, value: String(value) }))} />}
      {rawPayload !== null && (
        <details>
          <summary className="text-sm font-medium">Raw payload</summary>
          <div className="pt-3">
            <CodeBlock label="rawPayload">{JSON.stringify(rawPayload, null, 2)}</CodeBlock>
          </div>
        </details>
      )}
    </Section>
  )
}
