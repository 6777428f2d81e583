import { CopyButton } from '@/components/ui/copy-button'

type Props = { name: string; signingSecret: string }

/** The only moment that a signing secret is shown. */
export function NewSecret({ name, signingSecret }: Props) {
  return (
    <div className="flex w-full basis-full flex-col items-start gap-3 border-l-2 border-accent py-1 pl-5" role="status">
      <p className="text-sm font-medium break-words">Signing secret of “{name}”</p>
      <code className="font-mono text-sm break-all select-all">{signingSecret}</code>
      <p className="text-sm">You will not see this secret again. Store it where the webhook is received.</p>
      <CopyButton label="Copy secret" text={signingSecret} />
    </div>
  )
}
