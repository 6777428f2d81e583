'use client'

import { Button } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: Props) {
  return (
    <DeadEnd title="This page could not be made">
      <p>
        The server met a fault, or its database does not answer. Deployments that pipelines post meanwhile are refused
        with 503 and may be sent again; nothing that was acknowledged is lost.
      </p>
      {error.digest && (
        <p>
          In the server's log under digest <code className="font-mono text-ink">{error.digest}</code>
        </p>
      )}
      <Button look="primary" onClick={reset}>
        Try again
      </Button>
    </DeadEnd>
  )
}
