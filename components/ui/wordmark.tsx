/** The name next to its sign: a line with a lead at its end. */
export function Wordmark() {
  return (
    <p className="wordmark">
      <svg aria-hidden="true" viewBox="0 0 12 32">
        <path d="M6 0v20" strokeWidth="1.5" />
        <path d="M2.5 6h7M3.5 12h5" />
        <path d="M6 19c2.5 3 4 5.5 4 8a4 4 0 0 1-8 0c0-2.5 1.500-5 4-8Z" />
      </svg>
      Leadline
    </p>
  )
}
