/** A part of a Go template; `pipeline` is the words of an expression. */
export type Step =
  | { kind: 'text'; text: string }
  | { kind: 'set'; name: string; pipeline: string[] }
  | { kind: 'print'; pipeline: string[] }
  | { kind: 'range'; index: string; item: string; pipeline: string[]; steps: Step[] }
  | { kind: 'if' | 'with'; pipeline: string[]; steps: Step[]; otherwise: Step[] }

type Piece = { text: string } | { words: string[] }

/** The steps of a Go template: text, variables, if, with and range over an index and an item. */
export function parseTemplate(template: string): Step[] {
  const pieces = piecesOf(template)
  const { steps } = stepsUntil(pieces, [])
  if (pieces.length > 0) throw new Error('the template goes on after its end')
  return steps
}

function piecesOf(template: string): Piece[] {
  const trimmed = template.replace(/\s*\{\{- /g, '{{ ').replace(/ -\}\}\s*/g, ' }}')
  return trimmed.split(/(\{\{.*?\}\})/s).map((text) => {
    if (!text.startsWith('{{')) return { text }
    return { words: text.slice(2, -2).match(/"(?:[^"\\]|\\.)*"|:=|[$.\w-]+|[(),|=]/g) ?? [] }
  })
}

function stepsUntil(pieces: Piece[], ends: string[]): { steps: Step[]; end: string } {
  const steps: Step[] = []
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    if ('text' in piece) steps.push({ kind: 'text', text: piece.text })
    else {
      const [first = ''] = piece.words
      if (ends.includes(first)) return { steps, end: first }
      steps.push(stepOf(piece.words, pieces))
    }
  }
  if (ends.length > 0) throw new Error(`there is no ${ends.join(' or ')}`)
  return { steps, end: '' }
}

function stepOf(words: string[], pieces: Piece[]): Step {
  const [first = '', second = '', , third = ''] = words
  if (first === 'if' || first === 'with') {
    const { steps, end } = stepsUntil(pieces, ['else', 'end'])
    const otherwise = end === 'else' ? stepsUntil(pieces, ['end']).steps : []
    return { kind: first, pipeline: words.slice(1), steps, otherwise }
  }
  if (first === 'range') {
    const { steps } = stepsUntil(pieces, ['end'])
    return { kind: 'range', index: second, item: third, pipeline: words.slice(5), steps }
  }
  if (second === ':=' || second === '=') return { kind: 'set', name: first, pipeline: words.slice(2) }
  return { kind: 'print', pipeline: words }
}
