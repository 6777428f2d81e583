import { Notice } from '@/components/ui/notice'

/** Shown in place of a report that takes the database too long to read. */
export function TookTooLong() {
  return <Notice kind="refused">These days took too long to read. Reload the page, or choose fewer days.</Notice>
}
