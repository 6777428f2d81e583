import type { Stages } from '@/lib/insights/metrics/stages'
import type { Stage } from '@/lib/pull-requests/stages'

/** The means of stages as a bar takes them; coding and review that could not be told apart only where there are any. */
export function stagesOfMeans({ coding, review, codingAndReview, deploy }: Stages): Pick<Stage, 'name' | 'seconds'>[] {
  return [
    { name: 'coding', seconds: coding },
    { name: 'review', seconds: review },
    ...(codingAndReview > 0 ? [{ name: 'coding and review' as const, seconds: codingAndReview }] : []),
    { name: 'deploy', seconds: deploy },
  ]
}
