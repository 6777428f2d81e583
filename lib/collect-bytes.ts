/** Pieces of a body have this many bytes on average, but for the first ones, unless they are made to be dear. */
const minPieceBytes = 64
const anySizePieces = 256

type Collector = {
  /** False once the pieces are so small that taking them in costs more than what they carry. */
  add: (piece: Uint8Array) => boolean
  /** All of them in one. */
  bytes: () => Buffer
}

/** Puts the pieces of a body together as they come. However many there are, it holds twice their length at most. */
export function collectBytes(): Collector {
  let buffer = Buffer.alloc(0)
  let length = 0
  let pieces = 0
  return {
    add: (piece) => {
      pieces += 1
      if (length + piece.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + piece.length))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      buffer.set(piece, length)
      length += piece.length
      return pieces <= anySizePieces + length / minPieceBytes
    },
    bytes: () => buffer.subarray(0, length),
  }
}
