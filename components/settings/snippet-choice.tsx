import { Snippet } from '@/components/ui/snippet'
import { SnippetTabs } from './snippet-tabs'

type Props = {
  label: string
  snippets: readonly { id: string; title: string; file: string; note: string; text: string }[]
}

/** Texts to copy, of which a reader needs one: a tab for each, with what to know of it. */
export function SnippetChoice({ label, snippets }: Props) {
  const tabs = snippets.map(({ id, title, file, note, text }) => ({
    id,
    title,
    panel: (
      <div className="flex flex-col gap-4">
        <p className="max-w-2xl text-sm leading-relaxed text-muted">{note}</p>
        <Snippet label={file} text={text} />
      </div>
    ),
  }))
  return <SnippetTabs label={label} tabs={tabs} />
}
