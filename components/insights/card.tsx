'use client'

import type { ReactNode } from 'react'
import { Sparkline } from '@/components/charts/sparkline'
import { Link } from '@/components/ui/link'
import type { Leveled } from '@/lib/insights/metrics/levels'
import type { Spark } from '@/lib/insights/reports/metric-cards'
import { BigValue, type ShownValue } from './big-value'
import { LevelWords } from './level-words'
import { Note, NoteButton, type NoteProps } from './note'

type Props = {
  id: string
  value: ShownValue
  /** Instead of what follows, where there is no value. */
  missing: string | null
  leveled: Leveled
  /** What it was made of, and what is said behind that. */
  sample: string
  behind: string
  change: ReactNode
  goal: { words: string; held: string } | null
  also: string | null
  spark: Spark | null
  note: NoteProps
}

/** A metric card, drawn on both sides from its words. */
export function Card({ id, value, missing, leveled, sample, behind, change, goal, also, spark, note }: Props) {
  const { title } = note
  return (
    <section aria-labelledby={id} className="metric-card">
      <header>
        <h2 id={id}>{title}</h2>
        <NoteButton note={note.id} title={title} />
        <Note {...note} />
      </header>
      <BigValue result={value} />
      <div className="words">
        {missing === null ? (
          <>
            <LevelWords className="text-sm" leveled={leveled} />
            <p>
              <Link className="quiet-link" href={note.rows} prefetch={false}>
                {sample}
                <span className="sr-only">{` behind ${title}`}</span>
              </Link>
              {behind}
            </p>
            {change}
          </>
        ) : (
          <p>{missing}</p>
        )}
        {goal && (
          <p className="tabular-nums" title={goal.held}>
            {goal.words}
          </p>
        )}
        {also && <p className="tabular-nums">{also}</p>}
      </div>
      <div>{spark && <Sparkline {...spark} />}</div>
    </section>
  )
}
