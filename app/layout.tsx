import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { readTheme } from '@/lib/web/theme'
import { fontClasses } from './fonts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Leadline', template: '%s · Leadline' },
  description: 'Deployments from any CI/CD system, tied to the pull requests they shipped.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf8f3' },
    { media: '(prefers-color-scheme: dark)', color: '#0e141d' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made ahead of its request could not carry the nonce of its content security policy.
  await connection()
  const theme = await readTheme()
  return (
    <html className={fontClasses} data-theme={theme === 'system' ? undefined : theme} lang="en">
      <head>
        {/* Half a page would shift what is set at its right edge. */}
        <link blocking="render" href="#end" rel="expect" />
      </head>
      <body className="min-h-dvh font-sans antialiased">
        {children}
        <div id="end" />
      </body>
    </html>
  )
}
