import type { Metadata } from 'next'
import { ApiDocs } from '@/components/api-docs/api-docs'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { baseUrl } from '@/lib/core/base-url'
import { listOperations } from '@/lib/questions/openapi'

export const metadata: Metadata = { title: 'HTTP API' }

/** The endpoints of the webhook and the HTTP API; each has a page of its own. */
export default function ApiDocsPage() {
  return (
    <ApiDocs>
      <PageHeader
        lead="Pipelines post deployments to the webhook. The rest reads what Leadline makes of them, as JSON: the numbers of the pages, what they were made of, and links to the pages. Assistants get the same answers over MCP."
        title="HTTP API"
      />
      <div className="flex max-w-2xl flex-col gap-4 text-sm leading-relaxed">
        <p>
          Send an API key from Settings &gt; Deployments, or an access token, in the header <code>Authorization</code>.
          Instants are in UTC, durations in seconds; days are those of the time zone in the answer. Where{' '}
          <code>next</code> is not null, pass it as <code>page</code> for the next page. An answer has an{' '}
          <code>ETag</code> for <code>If-None-Match</code>. Every error is one object with the field <code>error</code>.
        </p>
        <p>
          <Link className="underline underline-offset-4" href="/api/openapi.json">
            OpenAPI 3.1 document
          </Link>
        </p>
      </div>
      <CodeBlock label="Lead time of the last 90 days">
        {`curl --fail-with-body --silent --show-error \\\n  --header "Authorization: Bearer $LEADLINE_API_KEY" \\\n  '${baseUrl()}/api/v1/metrics/lead-time?range=90d'`}
      </CodeBlock>
      <nav aria-label="Endpoints">
        <ul className="flex flex-col gap-2 text-sm sm:gap-1">
          {listOperations().map(({ method, path, operation: { operationId, summary } }) => (
            <li className="grid gap-x-3 sm:grid-cols-[16rem_minmax(0,1fr)]" key={operationId}>
              <Link className="underline underline-offset-4" href={`/docs/api/${operationId}`}>
                {summary}
              </Link>
              <code className="wrap-anywhere text-muted">
                {method} {path}
              </code>
            </li>
          ))}
        </ul>
      </nav>
    </ApiDocs>
  )
}
