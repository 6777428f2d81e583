import { redirect } from 'next/navigation'
import { refusable } from '@/app/refusable'
import { pageMember } from '@/lib/accounts/auth/page-member'

export default refusable(OrganizationPage)

async function OrganizationPage({ params }: { params: Promise<{ org: string }> }): Promise<never> {
  const { organization } = await pageMember(params)
  redirect(`/${organization.slug}/insights`)
}
