const fathom = 30
const surface = 96
const depthOf = (fathoms: number) => surface + fathoms * fathom

/** What sailors tie into a lead line, to read it by hand in the dark, drawn around the point where it hangs. */
const marks = [
  { fathoms: 2, path: 'M0 0h14M0 4h14' },
  { fathoms: 3, path: 'M0 -4h14M0 0h14M0 4h14' },
  { fathoms: 5, path: 'M0 -5h13v10h-13' },
  { fathoms: 7, path: 'M0 -5h13v10h-13z', filled: true },
  { fathoms: 10, path: 'M0 -6h14v12h-14M9 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0' },
  { fathoms: 13, path: 'M0 -5h13l-4 5l4 5h-13z', filled: true },
  { fathoms: 15, path: 'M0 -5h13v10h-13' },
  { fathoms: 17, path: 'M0 -5h13v10h-13z', filled: true },
  { fathoms: 20, path: 'M-3 -4a3 3 0 1 0 6 0a3 3 0 1 0-6 0M-3 4a3 3 0 1 0 6 0a3 3 0 1 0-6 0', filled: true },
]

/** A lead line on the ground at 22 fathoms: decoration. */
export function Sounding() {
  return (
    <svg
      aria-hidden="true"
      className="h-full w-full"
      fill="none"
      preserveAspectRatio="xMinYMax meet"
      viewBox="0 0 400 820"
    >
      <path className="stroke-line" d={`M0 ${surface}h340`} strokeWidth="1.5" />
      <path className="stroke-line" d={`M60 ${surface + 7}h70M230 ${surface + 7}h44M150 ${surface + 13}h52`} />
      {Array.from({ length: 22 }, (_, index) => index + 1).map((fathoms) => (
        <path
          className="stroke-strong-line"
          d={`M0 ${depthOf(fathoms)}h${fathoms % 5 === 0 ? 22 : 10}`}
          key={fathoms}
        />
      ))}
      {[5, 10, 15, 20].map((fathoms) => (
        <text className="fill-muted font-mono" fontSize="11" key={fathoms} x="30" y={depthOf(fathoms) + 4}>
          {fathoms}
        </text>
      ))}
      <path className="stroke-ink" d={`M200 -2000V${depthOf(22) - 46}`} strokeWidth="1.5" />
      {marks.map(({ fathoms, path, filled }) => (
        <g key={fathoms} transform={`translate(200 ${depthOf(fathoms)})`}>
          <path className={filled ? 'fill-ink stroke-ink' : 'fill-paper stroke-ink'} d={path} strokeLinejoin="round" />
        </g>
      ))}
      <path className="fill-accent" d={`M200 ${depthOf(22) - 50}c8 12 13 28 13 38a13 13 0 0 1-26 0c0-10 5-26 13-38Z`} />
      <path
        className="stroke-strong-line"
        d={`M60 ${depthOf(22) + 6}c50-8 90 4 140-4c50-8 90 10 140-2`}
        strokeWidth="1.5"
      />
    </svg>
  )
}
