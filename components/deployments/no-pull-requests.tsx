import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import type { Advice } from '@/lib/deployments/linking/advice'

/** Why a deployment shipped no pull request, and what to change so that the next one does. */
export function NoPullRequests({ why, fix, command, children }: Advice & { children?: ReactNode }) {
  return (
    <div className="flex max-w-2xl flex-col gap-3 border-l-2 border-line pl-5 text-sm leading-relaxed">
      <p>{why}</p>
      {children}
      {fix && <p className="text-muted">{fix}</p>}
      {command && <CodeBlock label="In the folder of this server">{command}</CodeBlock>}
    </div>
  )
}
