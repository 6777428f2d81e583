import 'next-auth'
import 'next-auth/jwt'
import type { SignedIn } from '@/lib/accounts/sessions/start'

declare module 'next-auth' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface User {
    signedIn?: SignedIn
    sessionToken?: string
    emailVerified?: boolean
  }
}

declare module 'next-auth/jwt' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface JWT {
    sessionToken?: string
  }
}
