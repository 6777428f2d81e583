// Runs a script that is written in TypeScript: node scripts/launch.cjs scripts/start.ts
require('./support/require-node.cjs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

process.chdir(path.join(__dirname, '..'))
process.argv.splice(1, 2, path.resolve(process.argv[2]))

import('tsx/esm/api')
  .then(({ register }) => register())
  .then(() => import('./support/run-script.ts'))
  .then(({ runScript }) => runScript(() => import(pathToFileURL(process.argv[1]).href)))
