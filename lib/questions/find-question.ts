import type { Question } from './define-question'
import { questions } from './registry'

/** The question that a path of the HTTP API asks, with the inputs that stand in the path; null for none. */
export function findQuestion(path: string): { question: Question; named: Record<string, string> } | null {
  const parts = path.split('/')
  for (const question of questions) {
    const named = match(question.path.split('/'), parts)
    if (named) return { question, named }
  }
  return null
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const named: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(expected)?.[1]
    if (name) named[name] = part
    else if (expected !== part) return null
  }
  return named
}
