import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { dropPlantedCallback } from '@/lib/auth/callback-cookie'
import { authOptions } from '@/lib/auth/options'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ nextauth: string[] }> }

async function handle(request: NextRequest, context: Context): Promise<Response> {
  await dropPlantedCallback()
  return NextAuth(request, context, authOptions())
}

export { handle as GET, handle as POST }
