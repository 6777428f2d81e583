import type { Phrase } from '@/lib/insights/reports/wording-headline'

type Props = {
  phrases: readonly Phrase[]
  /** Sizes. */
  className?: string
}

const pageSize = 'max-w-4xl text-xl leading-normal sm:text-2xl sm:leading-snug'

/** A report in a sentence, its numbers standing out. */
export function Headline({ phrases, className = pageSize }: Props) {
  return (
    <p className={`headline ${className}`}>
      {phrases.map(({ text, strong }) => (strong ? <strong key={text}>{text}</strong> : text))}
    </p>
  )
}
