import { Notice } from '@/components/ui/notice'

/** Stands for a report of more than the database reads while somebody waits. */
export function TookTooLong() {
  return <Notice kind="refused">These days took too long to read. Reload the page, or choose fewer days.</Notice>
}
