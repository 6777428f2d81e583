'use client'

import './globals.css'
import ErrorPage from './error'
import { fontClasses } from './fonts'

type Props = { error: Error & { digest?: string }; retry: () => void }

export default function GlobalErrorPage(props: Props) {
  return (
    <html className={fontClasses} lang="en">
      <body className="min-h-dvh font-sans antialiased">
        <title>Error · Leadline</title>
        <ErrorPage {...props} />
      </body>
    </html>
  )
}
