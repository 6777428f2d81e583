#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

// npm starts its scripts in the folder of the package; paths that people type are relative to where they are.
const callerDirectory = process.env.npm_lifecycle_event === 'leadline' ? process.env.INIT_CWD : process.cwd()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
register()
const { main } = await import('./main.ts')
await main(process.argv, callerDirectory ?? process.cwd())
