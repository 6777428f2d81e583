'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Snippet } from '@/components/ui/snippet'
import type { GeneratedKey } from './generate-key'

type Props = GeneratedKey & { close: () => void }

/** The only moment that a key is shown. */
export function KeyReveal({ name, scope, token, curl, close }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col gap-6">
      <h2
        className="text-lg font-semibold tracking-tight break-words outline-none"
        id="generate-key"
        ref={title}
        tabIndex={-1}
      >
        Your new API key “{name}”
      </h2>
      <div className="flex flex-col items-start gap-4 border-l-2 border-accent pl-5">
        <p className="font-mono text-lg leading-relaxed font-medium break-all select-all [font-variant-ligatures:none] sm:text-xl">
          {token}
        </p>
        <p className="font-medium">You will not see this key again.</p>
        <CopyButton label="Copy key" look="primary" text={token} />
      </div>
      <p className="text-sm leading-relaxed text-muted">
        Store it now, as a secret named <code className="font-mono text-ink">LEADLINE_API_KEY</code>,{' '}
        {scope === 'read'
          ? 'where your programs run. Or check with it whether a pull request is live:'
          : 'where your pipelines run. Or post a first deployment with it:'}
      </p>
      <Snippet label={scope === 'read' ? 'From anywhere' : 'In a clone of the service'} text={curl} />
      <Button className="self-start" onClick={close}>
        I have stored the key
      </Button>
    </div>
  )
}
