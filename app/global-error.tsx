'use client'

import './globals.css'
import ErrorPage from './error'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function GlobalErrorPage(props: Props) {
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans antialiased">
        <title>Error · Leadline</title>
        <ErrorPage {...props} />
      </body>
    </html>
  )
}
