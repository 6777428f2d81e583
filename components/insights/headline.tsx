import type { Phrase } from '@/lib/reports/wording-headline'

/** A report in a sentence, its numbers standing out. */
export function Headline({ phrases }: { phrases: readonly Phrase[] }) {
  return (
    <p className="max-w-4xl text-xl leading-normal tracking-tight text-balance text-muted sm:text-2xl sm:leading-snug">
      {phrases.map(({ text, strong }) =>
        strong ? (
          <strong className="font-semibold text-ink tabular-nums" key={text}>
            {text}
          </strong>
        ) : (
          text
        ),
      )}
    </p>
  )
}
