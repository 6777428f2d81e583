import { Ban, Check, CircleDashed, LoaderCircle, Minus, Undo2, X } from '@/components/ui/icons'
import type { DeploymentStatus } from '@/lib/deployments/schema'

const marks: Record<DeploymentStatus, { word: string; colour: string; filled: boolean; Icon: typeof Check }> = {
  success: { word: 'Success', colour: 'text-success', filled: true, Icon: Check },
  failure: { word: 'Failure', colour: 'text-failure', filled: false, Icon: X },
  rolled_back: { word: 'Rolled back', colour: 'text-rolled-back', filled: false, Icon: Undo2 },
  in_progress: { word: 'In progress', colour: 'text-progress', filled: false, Icon: LoaderCircle },
  pending: { word: 'Pending', colour: 'text-muted', filled: false, Icon: CircleDashed },
  cancelled: { word: 'Cancelled', colour: 'text-muted', filled: false, Icon: Minus },
}

/** A status in words. */
export function statusWord(status: DeploymentStatus): string {
  return marks[status].word
}

type Props = { status: DeploymentStatus; voided?: boolean }

/** A status by shape, word and colour. That of a void deployment is struck through and says so. */
export function StatusMark({ status, voided = false }: Props) {
  const { word, colour, filled, Icon } = marks[status]
  if (voided) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 font-medium text-muted">
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <Ban className="stroke-[2.5]" />
          Voided
        </span>
        <s className="font-normal whitespace-nowrap">{word}</s>
      </span>
    )
  }
  return (
    <span className={`inline-flex items-center gap-2 font-medium whitespace-nowrap ${colour}`}>
      {filled ? (
        <svg aria-hidden="true" className="size-4" viewBox="0 0 16 16">
          <circle cx="8" cy="8" fill="currentColor" r="5" />
        </svg>
      ) : (
        <Icon className="stroke-[2.5]" />
      )}
      {word}
    </span>
  )
}
