import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A redirect would lose a posted event silently: `curl` does not follow it and exits 0.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['@node-rs/argon2', 'pg'],
  // `npm run types` checks them; whoever builds to serve need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
}

export default config
