import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import type { Plan } from '@/lib/generated/prisma/enums'
import { planWords } from './plan-facts'

/** The command that the operator of the server changes the plan with. */
export function ChangePlan({ organization, plan }: { organization: string; plan: Plan }) {
  const other = plan === 'free' ? 'business' : 'free'
  const command = `npm run -s leadline -- org plan --org ${organization} --plan ${other}`
  return (
    <div className="flex max-w-2xl flex-col items-start gap-3">
      <div className="w-full">
        <CodeBlock label={`Changes it to ${planWords[other]}. Run it in the folder of Leadline, on its server`}>
          {command}
        </CodeBlock>
      </div>
      <CopyButton label="Copy command" text={command} />
    </div>
  )
}
