'use client'

import { useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

type Props = { error: Error & { digest?: string }; retry: () => void }

export default function ErrorPage({ error, retry }: Props) {
  const [trying, startTrying] = useTransition()
  return (
    <DeadEnd title="This page could not be made">
      <p>
        Either the server met a fault or its database does not answer. Deployments that were acknowledged are stored;
        while the database is away, pipelines are asked to send theirs again.
      </p>
      {error.digest && (
        <p>
          In the server's log under digest <code className="font-mono text-ink">{error.digest}</code>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={trying} look="primary" onClick={() => startTrying(retry)}>
          {trying ? 'Trying…' : 'Try again'}
        </Button>
        {/* A full page load: what failed may be what this browser has of the site. */}
        <a className={buttonClass()} href="/">
          Start page
        </a>
      </div>
    </DeadEnd>
  )
}
