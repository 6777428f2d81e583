import type { ReactNode } from 'react'
import type { ApiKeySummary } from '@/lib/accounts/api-keys/list'
import { CredentialsTable, Second } from './credentials-table'

type Props = {
  keys: ApiKeySummary[]
  timeZone: string
  now: Date
  revoke: (key: ApiKeySummary) => ReactNode
}

const titles = { name: 'Name', kind: 'Key', created: 'Created' }

const scopeInWords: Record<ApiKeySummary['scope'], string> = { ingest: 'posts deployments', read: 'reads' }

/** Keys, by what people recognise them by. */
export function ApiKeysTable({ keys, ...props }: Props) {
  return <CredentialsTable {...props} credentials={keys} identity={identityOf} kindWidth="xl:w-36" titles={titles} />
}

function identityOf({ name, display, scope }: ApiKeySummary) {
  return {
    name,
    kind: (
      <>
        <span className="font-mono whitespace-nowrap">{display}</span>
        <Second>{scopeInWords[scope]}</Second>
      </>
    ),
    narrowKind: (
      <>
        <span className="font-mono">{display}</span>, {scopeInWords[scope]}
      </>
    ),
  }
}
