#!/usr/bin/env node
import '../scripts/support/require-node.cjs'
import { fileURLToPath } from 'node:url'

// npm starts its scripts in the folder of the package; paths that people type are relative to where they are.
const callerDirectory = process.env.npm_lifecycle_event === 'leadline' ? process.env.INIT_CWD : process.cwd()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// Loaded only after the version of Node is known to be able to.
const { register } = await import('tsx/esm/api')
register()
const { main } = await import('./main.ts')
await main(process.argv, callerDirectory ?? process.cwd())
