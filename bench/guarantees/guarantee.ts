/** Something that Leadline promises, with a driver that tries to break it. */
export type Guarantee = {
  /** In kebab-case, for the command line. */
  name: string
  title: string
  target: string
  /**
   * Tries it on servers and databases of its own, which it stops and drops. `scale` is the share of the full size, 1 for
   * what the target says; `report` shows how far it is.
   */
  measure: (scale: number, report: (text: string) => void) => Promise<Outcome>
}

/** `measured` is said as the target is: "0 of 12,480 acknowledged events lost". */
export type Outcome = { measured: string; met: boolean }
