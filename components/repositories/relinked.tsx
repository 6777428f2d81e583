import { plural } from '@/lib/core/format'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'

/** What came of a change for the deployments of before, in a sentence. */
export function relinkedSentence(relinking: Relinking): string {
  if (relinking.state === 'interrupted') {
    return 'Saved, but linking deployments again stopped early. Save again to finish.'
  }
  if (relinking.state === 'going on') return 'Saved. Deployments are being linked again; that goes on for a while.'
  const { count } = relinking
  return count === 0 ? 'Saved. No deployment changed.' : `Saved. ${plural(count, 'deployment')} linked again.`
}

/** The same where the change was made; screen readers hear it. */
export function Relinked({ relinking, more }: { relinking: Relinking; more?: string }) {
  return (
    <p className="text-sm text-muted" role="status">
      {relinkedSentence(relinking)} {more}
    </p>
  )
}
