import { cookies } from 'next/headers'
import { z } from 'zod'
import { cookieOptions, themeCookieName } from '@/lib/accounts/auth/cookie-names'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeSchema = z.enum(themes)

const maxAge = 365 * 24 * 60 * 60

/** The colours that this browser was told to use; those of its system unless it was. */
export async function readTheme(): Promise<Theme> {
  return themeSchema.catch('system').parse((await cookies()).get(themeCookieName())?.value)
}

/** Keeps it in this browser. For server actions. */
export async function keepTheme(theme: Theme): Promise<void> {
  const jar = await cookies()
  if (theme === 'system') jar.delete(themeCookieName())
  else jar.set(themeCookieName(), theme, { ...cookieOptions(), maxAge })
}
