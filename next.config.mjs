import { fileURLToPath } from 'node:url'

const pageHeaders = Object.entries({
  'Content-Security-Policy': "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}).map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A redirect would lose a posted event silently: `curl` does not follow it and exits 0.
  skipTrailingSlashRedirect: true,
  headers: async () => [{ source: '/((?!api/).*)', headers: pageHeaders }],
  serverExternalPackages: ['@node-rs/argon2', 'pg'],
  // `npm run types` checks them; whoever builds to serve need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
}

export default config
