import { redirect } from 'next/navigation'
import { currentUser } from '@/lib/auth/current-user'
import { listMemberships } from '@/lib/members/list-memberships'
import { isSetUp } from '@/lib/organizations/setup'

export default async function HomePage() {
  const user = await currentUser()
  if (!user) redirect((await isSetUp()) ? '/sign-in' : '/setup')
  const [latest] = await listMemberships(user.id)
  redirect(latest ? `/${latest.slug}` : '/profile')
}
