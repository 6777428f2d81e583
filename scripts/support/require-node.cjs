// Loaded before everything else, by any Node however old: plain JavaScript without imports.
const [major, minor] = process.versions.node.split('.').map(Number)
const needed = major > 20 ? [22, 12] : [20, 19]

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(`Leadline needs Node ${needed.join('.')} or newer; this is ${process.version}.\n`)
  process.exit(1)
}
