import { encode } from 'next-auth/jwt'
import { createMember, openSession } from '@/lib/testing/factories'
import { benchmarkSettings } from './servers'

/** The cookie of a new member who has just signed in, as the servers that are measured seal it. */
export async function cookieOfMember(organizationId: number, databaseUrl: string): Promise<string> {
  const { id: userId } = await createMember(organizationId, 'member')
  const secret = benchmarkSettings(databaseUrl).NEXTAUTH_SECRET ?? ''
  return `next-auth.session-token=${await encode({ token: { sessionToken: await openSession(userId), userId }, secret })}`
}
