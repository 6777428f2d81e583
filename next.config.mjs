import { fileURLToPath } from 'node:url'

// The content security policy has a nonce in it: `proxy.ts` sets it.
const pageHeaders = Object.entries({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}).map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // A redirect would lose a posted event silently: `curl` does not follow it and exits 0.
  skipTrailingSlashRedirect: true,
  headers: async () => [{ source: '/((?!api/).*)', headers: pageHeaders }],
  serverExternalPackages: ['@node-rs/argon2', 'pg'],
  // `npm run types` checks them; whoever builds to serve need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
}

export default config
