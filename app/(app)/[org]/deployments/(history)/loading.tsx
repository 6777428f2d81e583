import { PageSkeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return <PageSkeleton rows={14} title="deployments" />
}
