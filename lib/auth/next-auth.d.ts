import 'next-auth'
import 'next-auth/jwt'

declare module 'next-auth' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface User {
    sessionVersion?: number
    emailVerified?: boolean
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface Session {
    user: { id: string; sessionVersion: number }
  }
}

declare module 'next-auth/jwt' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be added to
  interface JWT {
    sessionVersion?: number
    signedInAt?: number
  }
}
