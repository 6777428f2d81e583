import 'next-auth'
import 'next-auth/jwt'
import type { SealedSession } from '@/lib/accounts/auth/unseal-session'
import type { SignedIn } from '@/lib/accounts/sessions/start'

declare module 'next-auth' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface User {
    signedIn?: SignedIn
    sealed?: SealedSession
    emailVerified?: boolean
    /** Which provider says who it is. */
    provider?: string
  }
}

declare module 'next-auth/jwt' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface JWT {
    sessionToken?: string
    userId?: number
  }
}
