import { redirect } from 'next/navigation'
import { refusable } from '@/app/refusable'
import { currentUser } from '@/lib/accounts/auth/current-user'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { isSetUp } from '@/lib/accounts/organizations/setup'

export default refusable(HomePage, { alone: true })

async function HomePage(): Promise<never> {
  const user = await currentUser()
  if (!user) redirect((await isSetUp()) ? '/sign-in' : '/setup')
  const [latest] = await listMemberships(user.id)
  redirect(latest ? `/${latest.slug}` : '/profile')
}
