import { fileURLToPath } from 'node:url'

const asHeaders = (fields) => Object.entries(fields).map(([key, value]) => ({ key, value }))

const everywhere = asHeaders({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

// Pages have a policy with a nonce in it, from `proxy.ts`. What it leaves out needs none that allows anything, but for
// the form that leads on to GitHub, which brings its own.
const withoutProxy = asHeaders({ 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" })

const maxFormBytes = 512 * 1024

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.LEADLINE_BUILD || '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // A redirect would lose a posted event silently: `curl` does not follow it and exits 0.
  skipTrailingSlashRedirect: true,
  // Nothing here uses the image optimizer, and strangers would fill the disk and write into the log through it.
  images: { unoptimized: true },
  // No body longer than this comes past `lib/web/front-door.ts`; these are for what should ever come another way.
  experimental: { proxyClientMaxBodySize: maxFormBytes, serverActions: { bodySizeLimit: maxFormBytes } },
  headers: async () => [
    { source: '/:path*', headers: everywhere },
    { source: '/(api|mcp|\\.well-known)/:path((?!github/manifest/new$).*)*', headers: withoutProxy },
    { source: '/:path(healthz|readyz)', headers: withoutProxy },
    { source: '/oauth/:path(register|revoke|token)', headers: withoutProxy },
  ],
  // What monitors asked before it had its name.
  rewrites: async () => [{ source: '/api/health', destination: '/readyz' }],
  serverExternalPackages: [
    '@node-rs/argon2',
    '@opentelemetry/exporter-trace-otlp-proto',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
    'pg',
    'prom-client',
    'undici',
  ],
  // `npm run types` checks them; a build to serve need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
}

export default config
