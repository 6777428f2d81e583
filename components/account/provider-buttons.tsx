'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

export type Provider = { id: string; name: string }

type Props = {
  providers: Provider[]
  /** Leaves for the provider; comes back only when that failed, with the reason. */
  start: (provider: string) => Promise<string>
}

/** One button per sign-in provider. */
export function ProviderButtons({ providers, start }: Props) {
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const leave = async (provider: string) => {
    setLeavingFor(provider)
    setProblem(await start(provider))
    setLeavingFor(null)
  }
  return (
    <div className="flex flex-col gap-3">
      {problem && <Notice kind="refused">{problem}</Notice>}
      {providers.map(({ id, name }) => (
        <Button className="w-full" disabled={leavingFor !== null} key={id} onClick={() => leave(id)}>
          {leavingFor === id ? `Going to ${name}…` : `Continue with ${name}`}
        </Button>
      ))}
    </div>
  )
}
