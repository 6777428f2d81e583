import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { deploymentBody } from '@/lib/testing/factories'
import type { HostileRequest } from './hostile-requests'

const json = { 'Content-Type': 'application/json' }
const bombBytes = 200_000_000

/** Bad requests written by hand: bodies, content types, encodings. */
export function corpus(): HostileRequest[] {
  return [
    ...bodies().map((body) => ({ body: Buffer.from(body), headers: json })),
    ...contentTypes.map((type) => ({ body: event(), headers: headersOf(type) })),
    ...encodings.map((encoding) => ({ body: event(), headers: { ...json, 'Content-Encoding': encoding } })),
    ...compressed(),
  ]
}

function event(fields: Record<string, unknown> = {}): Buffer {
  return Buffer.from(JSON.stringify(deploymentBody(fields)))
}

function bodies(): (string | Uint8Array)[] {
  const valid = event().toString()
  const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)
  return [
    ...[
      '',
      ' ',
      'null',
      'true',
      '0',
      '""',
      '[]',
      '{}',
      '[{}]',
      '{',
      '}',
      '"',
      '\ufeff',
      `\ufeff${valid}`,
      `${valid}${valid}`,
    ],
    ...[`[${valid}]`, `${valid},`, `${valid}\0`, valid.replaceAll('"', "'"), `// note\n${valid}`, 'undefined', 'NaN'],
    ...[32, 33, 1_000, 100_000].flatMap((levels) => [
      nested(levels, '[', ']'),
      '['.repeat(levels),
      nested(levels, '{"a":', '}'),
    ]),
    ...Array.from({ length: 40 }, (_, index) => valid.slice(0, Math.floor((index * valid.length) / 40))),
    ...['utf16le', 'latin1'].map((encoding) =>
      Buffer.from(valid.replace('production', 'prödüction'), encoding as BufferEncoding),
    ),
    ...[[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]].map((bytes) =>
      Buffer.concat([Buffer.from('{"deploymentId":"'), Buffer.from(bytes), Buffer.from(`",${valid.slice(1)}`)]),
    ),
    ...['service', 'deploymentId', 'startedAt', 'commitSha', 'pipelineUrl', 'rawPayload', 'metadata'].flatMap((field) =>
      [1_000_000, 250_000].map((length) => event({ [field]: 'x'.repeat(length) })),
    ),
    ...['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then', 'length'].flatMap((name) => [
      `{"${name}":${valid}}`,
      `${valid.slice(0, -1)},"${name}":{"status":"failure"},"metadata":{"${name}":"x"},"rawPayload":{"${name}":{"${name}":1}}}`,
    ]),
    event({ rawPayload: { many: Array.from({ length: 9_000 }, (_, index) => index) } }),
    event({ rawPayload: { many: Array.from({ length: 20_000 }, () => 1) } }),
    event({ metadata: Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, 'x'])) }),
    event({ rawPayload: { ['k'.repeat(129)]: 1 } }),
    `${valid.slice(0, -1)},"rawPayload":{"huge":${'9'.repeat(100_000)},"tiny":1e-${'9'.repeat(20)},"long":0.${'1'.repeat(9_999)}}}`,
  ]
}

const contentTypes: (string | null)[] = [
  ...[null, '', 'json', 'text/plain', 'text/json', 'application/xml', 'application/jsonp', 'application/json+x'],
  ...['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/json, text/plain', '*/*'],
  ...['application/json; charset=utf-16', 'application/json; charset=latin1', 'application/json; charset=', ';'],
  ...[
    'application/json;charset="utf-8"',
    'APPLICATION/JSON',
    'application/json;;;',
    `application/json; x=${'y'.repeat(8_000)}`,
  ],
]

function headersOf(contentType: string | null): Record<string, string> {
  return contentType === null ? {} : { 'Content-Type': contentType }
}

const encodings = ['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'x-gzip', 'chunked', 'GZIP', '*', '']

/** Valid events, and small bodies that would fill the memory of a server that unpacked them. */
function compressed(): HostileRequest[] {
  const bomb = Buffer.alloc(bombBytes, '[')
  return [
    { body: gzipSync(event()), headers: { ...json, 'Content-Encoding': 'gzip' } },
    { body: gzipSync(event()), headers: json },
    { body: gzipSync(bomb), headers: { ...json, 'Content-Encoding': 'gzip' } },
    { body: gzipSync(gzipSync(bomb)), headers: { ...json, 'Content-Encoding': 'gzip, gzip' } },
    { body: deflateSync(bomb), headers: { ...json, 'Content-Encoding': 'deflate' } },
    { body: brotliCompressSync(Buffer.alloc(bombBytes / 100, '[')), headers: { ...json, 'Content-Encoding': 'br' } },
  ]
}
