import { formatCount } from '@/lib/core/format'
import type { Source } from '@/lib/insights/metrics/define-metric'
import type { ProvenanceContent as Content } from './provenance-lines'

/** A line on how a number was made. */
export function ProvenanceContent({ content }: { content: Content }) {
  if (typeof content === 'string') return content
  if ('reasons' in content) {
    return (
      <ul>
        {content.reasons.map(({ count, why }) => (
          <li key={why}>
            {formatCount(count)} {why}
          </li>
        ))}
      </ul>
    )
  }
  if (!('levels' in content)) return <SourceLine {...content.source} />
  const { intro, levels, reached, source } = content
  return (
    <>
      {intro}
      {levels.map((words, index) => (
        <span
          className={`block first-letter:uppercase ${index === reached ? 'font-medium' : 'text-muted'}`}
          key={words}
        >
          {words}
          {index === reached && <span className="font-normal">, where this number is</span>}
        </span>
      ))}
      From the <SourceLine {...source} />
    </>
  )
}

function SourceLine({ before, title, url }: Source) {
  return (
    <>
      {before && `${before} `}
      <a className="underline underline-offset-4 hover:text-muted" href={url} rel="noreferrer">
        {title}
      </a>
    </>
  )
}
