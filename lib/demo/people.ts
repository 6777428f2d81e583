export type Person = { name: string; login: string; utcOffsetHours: number }

const person = (name: string, login: string, utcOffsetHours: number): Person => ({ name, login, utcOffsetHours })

const ingrid = person('Ingrid Solberg', 'isolberg', 1)
const mads = person('Mads Kjær', 'mkjaer', 1)
const freja = person('Freja Lund', 'freja-lund', 1)
const eirik = person('Eirik Dahl', 'edahl', 1)
const sofia = person('Sofia Marklund', 'smarklund', 1)
const tomasz = person('Tomasz Wiśniewski', 'twisniewski', 1)
const noor = person('Noor van Dijk', 'noorvd', 1)
const callum = person('Callum Fraser', 'cfraser', 0)
const aoife = person("Aoife O'Connell", 'aoife', 0)
const hana = person('Hana Sato', 'hsato', 9)
const priya = person('Priya Nair', 'pnair', 5)
const mateus = person('Mateus Oliveira', 'moliveira', -3)
const ruth = person('Ruth Abebe', 'rabebe', -5)
const joel = person('Joel Tremblay', 'jtremblay', -4)

/** Who works on what; the first of a team is the one who answers for it. */
export const teams = {
  booking: [ingrid, mads, sofia, tomasz, priya, mateus],
  timetable: [callum, eirik, noor, hana, ruth],
  payments: [aoife, sofia, joel, priya],
  boarding: [freja, mads, noor, mateus],
  fleet: [eirik, callum, hana, joel, ruth],
  harbour: [tomasz],
}
