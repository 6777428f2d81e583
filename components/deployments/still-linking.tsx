/** That what a deployment shipped is being looked for. */
export function StillLinking() {
  return (
    <p className="max-w-2xl border-l-2 border-line pl-5 text-sm leading-relaxed" role="status">
      Still linking: an event or new commits arrived, and its pull requests are being looked for. This page updates when
      they are linked.
    </p>
  )
}
