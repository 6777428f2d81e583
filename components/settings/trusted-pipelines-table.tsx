import type { ReactNode } from 'react'
import type { TrustSummary } from '@/lib/accounts/trusted-pipelines/list'
import { limitsOf, pipelineHosts, publicIssuers } from '@/lib/accounts/trusted-pipelines/schema'
import { CredentialsTable, Second } from './credentials-table'

type Props = {
  trusts: TrustSummary[]
  timeZone: string
  now: Date
  revoke: (trust: TrustSummary) => ReactNode
}

const titles = { name: 'Repository', kind: 'Tokens of', created: 'Added' }

/** Trusted pipelines, by their repository and what they are limited to. */
export function TrustedPipelinesTable({ trusts, ...props }: Props) {
  return <CredentialsTable {...props} credentials={trusts} identity={identityOf} kindWidth="xl:w-56" titles={titles} />
}

function identityOf(trust: TrustSummary) {
  const host = pipelineHosts[trust.host]
  const origin = originOf(trust)
  return {
    name: (
      <>
        {trust.repository}
        <Second>{limitsInWords(trust)}</Second>
      </>
    ),
    kind: (
      <>
        {host}
        {origin.map((line) => (
          <Second key={line}>{line}</Second>
        ))}
      </>
    ),
    narrowKind: [host, ...origin].join(', '),
  }
}

function limitsInWords(trust: TrustSummary): string {
  const limits = limitsOf(trust)
  return limits.length === 0 ? 'any branch, tag and environment' : `only ${limits.join(', ')}`
}

/** Who signs the tokens, where it is not the public host, and which repository was the first of this name. */
function originOf({ host, issuer, hostId }: TrustSummary): string[] {
  const signer = issuer === publicIssuers[host] ? [] : [issuer.replace(/^https:\/\//, '')]
  return [...signer, ...(hostId === null ? [] : [`repository id ${hostId}`])]
}
