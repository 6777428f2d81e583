/** Pieces of a body or an answer have this many bytes on average, but for the first ones, unless they are made to be dear. */
const minPieceBytes = 64
const anySizePieces = 256

/** Whether so many pieces are so small that taking them in costs more than what they carry. */
export function areTooSmall(pieces: number, bytes: number): boolean {
  return pieces > anySizePieces + bytes / minPieceBytes
}

export type Collector = {
  /** False once the pieces are too small. */
  add: (piece: Uint8Array) => boolean
  /** All of them in one. */
  bytes: () => Buffer
}

/** Pieces that are much smaller are copied into blocks of this size: each has a cost of its own. */
const blockBytes = 16 * 1024

/** Puts the pieces of a body together as they come. However many there are, they take about twice their length. */
export function collectBytes(): Collector {
  const parts: Uint8Array[] = []
  let block = Buffer.alloc(0)
  let used = 0
  let length = 0
  let pieces = 0
  const closeBlock = () => {
    if (used > 0) parts.push(block.subarray(0, used))
    block = block.subarray(used)
    used = 0
  }
  const copy = (piece: Uint8Array) => {
    if (piece.length > block.length - used) {
      closeBlock()
      block = Buffer.allocUnsafeSlow(blockBytes)
    }
    block.set(piece, used)
    used += piece.length
  }
  return {
    add: (piece) => {
      pieces += 1
      length += piece.length
      if (piece.length < blockBytes / 4) copy(piece)
      else {
        closeBlock()
        parts.push(piece)
      }
      return !areTooSmall(pieces, length)
    },
    bytes: () => {
      closeBlock()
      return Buffer.concat(parts, length)
    },
  }
}
