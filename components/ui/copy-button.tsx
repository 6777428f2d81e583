'use client'

import { useEffect, useState } from 'react'
import { Check, Copy } from '@/components/ui/icons'
import { Button, type ButtonLook } from './button'

/** Copies `text` and says so for two seconds; `label` names what is copied. */
export function CopyButton({ text, label = 'Copy', look }: { text: string; label?: string; look?: ButtonLook }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <Button look={look} onClick={copy}>
      <Icon />
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select the text and copy it' : label}
      </span>
    </Button>
  )
}
