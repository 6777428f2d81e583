import { CodeBlock } from './code-block'
import { CopyButton } from './copy-button'

/** Text to copy as it stands. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full min-w-0 [&_pre]:max-h-96">
        <CodeBlock label={label}>{text.trimEnd()}</CodeBlock>
      </div>
      <CopyButton label="Copy snippet" text={text} />
    </div>
  )
}
