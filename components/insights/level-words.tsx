import type { Leveled } from '@/lib/insights/metrics/levels'

/** The level of a number, or why it has none; nothing where levels do not apply. */
export function LevelWords({ leveled: { level, noLevel }, className = '' }: { leveled: Leveled; className?: string }) {
  if (level !== null) {
    return (
      <p className={`font-medium text-ink ${className}`}>
        <span className="inline-block first-letter:uppercase">{level}</span>
      </p>
    )
  }
  return noLevel !== null && <p>{noLevel}</p>
}
