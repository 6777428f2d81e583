import { redirect } from 'next/navigation'
import { refusable } from '@/app/refusable'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { viewQuery } from '@/lib/accounts/members/view'

export default refusable(OrganizationPage)

async function OrganizationPage({ params }: { params: Promise<{ org: string }> }): Promise<never> {
  const { organization, view } = await pageMember(params)
  redirect(`/${organization.slug}/insights${viewQuery(view)}`)
}
