/** Commands or an answer, monospaced; scrolls sideways on its own and is reachable by keyboard to do so. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <figure className="border-l-2 border-line bg-raised">
      <figcaption className="px-4 pt-3 text-xs text-muted">{label}</figcaption>
      <pre
        className="overflow-x-auto px-4 pt-1 pb-4 font-mono text-[0.8125rem] leading-relaxed [font-variant-ligatures:none]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
      >
        {children}
      </pre>
    </figure>
  )
}
