import fc from 'fast-check'
import { deploymentBody } from '@/lib/testing/factories'
import { corpus } from './hostile-corpus'
import { anyDate, hostileText, hostileValue } from './hostile-fields'

export type HostileRequest = { body: Uint8Array; headers: Record<string, string> }

const seed = 20_260_302
const fields = [
  ...['deploymentId', 'commitSha', 'environment', 'status', 'startedAt', 'completedAt', 'organizationSlug'],
  ...['service', 'branch', 'triggeredBy', 'pipelineName', 'previousCommitSha', 'pipelineUrl', 'rawPayload', 'metadata'],
]

/** The corpus, and so many generated requests, the same ones each time but for the ids of deployments. */
export function hostileRequests(count: number): HostileRequest[] {
  return [...corpus(), ...fc.sample(anyRequest, { seed, numRuns: count })]
}

const field = fc.constantFrom(...fields)
const textField = fc.constantFrom('deploymentId', 'environment', 'service', 'branch', 'triggeredBy', 'pipelineName')
const anyEvent = fc
  .record({
    texts: fc.dictionary(textField, hostileText(), { maxKeys: 3 }),
    date: fc.option(anyDate(), { freq: 1 }),
    faults: fc.option(fc.dictionary(field, hostileValue(), { minKeys: 1, maxKeys: 2 }), { freq: 1 }),
  })
  .map(({ texts, date, faults }) => ({
    ...deploymentBody(texts),
    ...(date !== null && { startedAt: date }),
    ...faults,
  }))

const eventText = anyEvent.map((event) => JSON.stringify(event))

/** The text of an event with one field as raw JSON that no serializer writes. */
const rawField = fc
  .tuple(
    field,
    fc.constantFrom('1e999', '-1e999', '"\\ud800"', '"\\u0000"', '01', 'NaN', "'x'", '{"__proto__":{"a":1}}', '"\t"'),
  )
  .map(([name, raw]) => `${JSON.stringify(deploymentBody()).slice(0, -1)},"${name}":${raw}}`)

/** Fields twice or more often: JSON takes the last. */
const repeated = fc.array(fc.tuple(field, hostileValue()), { minLength: 1, maxLength: 6 }).map((twice) => {
  const again = twice.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${again},${JSON.stringify(deploymentBody()).slice(1, -1)},${again}}`
})

/** Bytes of an event, cut short, with some of them changed or more put in between. */
const damaged = fc
  .tuple(eventText, fc.nat(), fc.nat(400), fc.uint8Array({ maxLength: 8 }))
  .map(([text, at, left, bytes]) => {
    const whole = Buffer.from(text)
    const place = at % whole.length
    return Buffer.concat([
      whole.subarray(0, place),
      bytes,
      whole.subarray(Math.min(place + (left % 4) * 7, whole.length)),
    ])
  })

const anyBytes = fc.oneof(
  { weight: 8, arbitrary: eventText.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: rawField.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: repeated.map((text) => Buffer.from(text)) },
  { weight: 4, arbitrary: damaged },
  { weight: 1, arbitrary: fc.json({ stringUnit: 'binary' }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
)

const anyRequest: fc.Arbitrary<HostileRequest> = anyBytes.map((body) => ({
  body,
  headers: { 'Content-Type': 'application/json' },
}))
