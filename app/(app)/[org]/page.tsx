import { redirect } from 'next/navigation'
import { pageMember } from '@/lib/auth/page-member'

export default async function OrganizationPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization } = await pageMember(params)
  redirect(`/${organization.slug}/insights`)
}
