import { measureJson } from '@/lib/core/count-json-values'

const maxDepth = 32

const maxNodes = 10_000
const tooDeep = 'body is nested deeper than 32 levels'
const tooMany = 'body has more than 10,000 values'

const maxKeyLength = 128

/** Why a body is not parsed, or null when it is: very many keys take a hundred times as long to parse as to count. */
export function checkJsonBytes(bytes: Uint8Array): string | null {
  const { values, depth } = measureJson(bytes)
  if (depth > maxDepth) return tooDeep
  return values > maxNodes ? tooMany : null
}

/**
 * Why a parsed JSON value may not be stored, or null when it may. The reason never contains a part of the value.
 *
 * Depth counts objects and arrays, the outermost is 1: at most 32. Every value is a node, objects and arrays included,
 * keys not: at most 10,000. Keys have at most 128 UTF-16 code units. PostgreSQL stores neither NUL nor lone
 * surrogates, and JSON has no word for the infinity that `1e999` reads as.
 */
export function checkJsonLimits(value: unknown): string | null {
  let level: unknown[] = [value]
  let nodes = 1
  for (let depth = 1; level.length > 0; depth++) {
    const nextLevel: unknown[] = []
    for (const node of level) {
      const problem = isContainer(node) ? containerProblem(node, depth) : scalarProblem(node)
      if (problem) return problem
      const children = childrenOf(node)
      nodes += children.length
      if (nodes > maxNodes) return tooMany
      nextLevel.push(...children)
    }
    level = nextLevel
  }
  return null
}

function isContainer(node: unknown): node is object {
  return typeof node === 'object' && node !== null
}

function childrenOf(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node
  return isContainer(node) ? Object.values(node) : []
}

function containerProblem(node: object, depth: number): string | null {
  if (depth > maxDepth) return tooDeep
  if (Array.isArray(node)) return null
  for (const key of Object.keys(node)) {
    if (key.length > maxKeyLength) return 'body has an object key of more than 128 characters'
    const problem = textProblem(key)
    if (problem) return problem
  }
  return null
}

function scalarProblem(node: unknown): string | null {
  if (typeof node === 'string') return textProblem(node)
  return typeof node === 'number' && !Number.isFinite(node) ? 'body has a number that is out of range' : null
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'body has text with a NUL character'
  return text.isWellFormed() ? null : 'body has text with a lone surrogate'
}
