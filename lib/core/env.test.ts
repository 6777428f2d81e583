import { describe, expect, it } from 'vitest'
import { parseEnv } from './env'

describe('settings', () => {
  it('need nothing at all', () => {
    expect(parseEnv({})).toEqual({
      LEADLINE_DATA_DIR: '.leadline',
      PORT: 3000,
      DATABASE_REPLICA_MAX_LAG_SECONDS: 10,
      METRICS_HOST: '127.0.0.1',
      ACCESS_LOG: 'off',
      OTEL_SDK_DISABLED: false,
      RATE_LIMIT_PER_MINUTE: 300,
      WEBHOOK_MAX_BODY_BYTES: 262_144,
      OIDC_NAME: 'single sign-on',
      PRIVATE_HOSTS: 'allow',
      AI_TIMEOUT_SECONDS: 30,
      AI_CALLS_PER_DAY: 50,
      MAX_STORED_BYTES_PER_DAY: 1024 ** 3,
      MAX_API_KEYS_PER_ORGANIZATION: 200,
      MAX_MEMBERS_PER_ORGANIZATION: 2000,
      REQUEST_LOG_DAYS: 7,
      DEFAULT_PLAN: 'free',
    })
  })

  it('take a public address with a slash at its end', () => {
    expect(parseEnv({ NEXTAUTH_URL: 'https://leadline.example/' }).NEXTAUTH_URL).toBe('https://leadline.example')
  })

  it('take a sender with a name and without', () => {
    const fromOf = (from: string) => parseEnv({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: from }).MAIL_FROM
    expect(fromOf('Leadline <news@example.com>')).toEqual({ name: 'Leadline', address: 'news@example.com' })
    expect(fromOf('news@example.com')).toEqual({ name: '', address: 'news@example.com' })
  })

  it('take an empty value as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '', DEFAULT_PLAN: '' })).toEqual(parseEnv({}))
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', 'web'],
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '127.0.0.1:3000'],
    ['METRICS_PORT', '3000'],
    ['METRICS_PORT', '-1'],
    ['METRICS_HOST', '*'],
    ['ACCESS_LOG', 'yes'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgresql://localhost/x?schema=leadline'],
    ['DATABASE_URL', 'postgresql://localhost/x?sslmode=prefer'],
    ['DATABASE_URL', 'postgresql://localhost/x?sslmode=no-verify'],
    ['DATABASE_URL', 'postgresql://localhost/x?sslmode=verify-ca'],
    ['DATABASE_REPLICA_URL', 'postgresql://localhost/without-a-primary'],
    ['DATABASE_REPLICA_MAX_LAG_SECONDS', '0'],
    ['NEXTAUTH_URL', 'leadline.example'],
    ['NEXTAUTH_URL', 'https://leadline.example/app'],
    ['NEXTAUTH_URL', 'https://user@leadline.example'],
    ['NEXTAUTH_SECRET', 'short'],
    ['ENCRYPTION_KEY', 'short'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['WEBHOOK_MAX_BODY_BYTES', '1.5'],
    ['DEFAULT_PLAN', 'gold'],
    ['PRIVATE_HOSTS', 'no'],
    ['OIDC_ISSUER', 'login.example.com'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['MAIL_FROM', 'Leadline'],
    ['MAIL_FROM', 'Leadline <a@example.com>, b@example.com'],
    ['TRUSTED_ADDRESS_HEADER', 'x real ip'],
    ['REQUEST_LOG_DAYS', '0'],
    ['RAW_PAYLOAD_DAYS', '0'],
    ['EVENT_DAYS', '0'],
    ['EVENT_DAYS', '1.5'],
    ['EVENT_DAYS', 'never'],
    ['AI_BASE_URL', 'localhost:11434/v1'],
    ['AI_BASE_URL', 'ftp://models.example'],
    ['AI_BASE_URL', 'https://user:password@models.example/v1'],
    ['AI_BASE_URL', 'https://models.example/v1?key=x'],
    ['AI_API_KEY', 'two words'],
    ['AI_API_KEY', '…'],
    ['AI_INPUT_PRICE', '-1'],
    ['AI_OUTPUT_PRICE', 'free'],
    ['AI_TIMEOUT_SECONDS', '301'],
    ['AI_CALLS_PER_DAY', '0'],
    ['UPSTASH_REDIS_REST_URL', 'redis://localhost:6379'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'redis:///0'],
    ['REDIS_URL', 'redis://localhost/leadline'],
    ['REDIS_URL', 'redis://localhost?db=1'],
    ['REDIS_URL', 'redis://:100%@localhost'],
    ['UPSTASH_REDIS_REST_TOKEN', 'two words'],
  ])('say what is wrong with %s=%s', (name, value) => {
    const source = { UPSTASH_REDIS_REST_URL: 'https://x.example', UPSTASH_REDIS_REST_TOKEN: 'token', [name]: value }
    expect(() => parseEnv(source)).toThrow(name)
  })

  it('take one kind of Redis', () => {
    const upstash = { UPSTASH_REDIS_REST_URL: 'https://x.example', UPSTASH_REDIS_REST_TOKEN: 'token' }
    expect(() => parseEnv({ ...upstash, REDIS_URL: 'redis://localhost' })).toThrow(
      'Invalid settings: REDIS_URL and UPSTASH_REDIS_REST_URL exclude each other.',
    )
    expect(parseEnv({ REDIS_URL: 'rediss://:secret@localhost:6380/1' }).REDIS_URL).toContain('rediss:')
  })

  it.each([
    'UPSTASH_REDIS_REST_URL',
    'UPSTASH_REDIS_REST_TOKEN',
    'GITHUB_CLIENT_ID',
    'GITHUB_CLIENT_SECRET',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'AI_BASE_URL',
    'AI_MODEL',
  ])('refuse %s alone', (name) => {
    expect(() => parseEnv({ [name]: 'https://x.example' })).toThrow('must be set together')
  })

  it('take a model without a key, and a key for a model alone', () => {
    const model = { AI_BASE_URL: 'http://localhost:11434/v1', AI_MODEL: 'llama3.2' }
    expect(parseEnv({ ...model, AI_INPUT_PRICE: '0', AI_OUTPUT_PRICE: '0.6' })).toMatchObject({
      ...model,
      AI_INPUT_PRICE: 0,
      AI_OUTPUT_PRICE: 0.6,
    })
    expect(() => parseEnv({ AI_API_KEY: 'key' })).toThrow('AI_API_KEY is used with AI_BASE_URL and AI_MODEL only')
    expect(() => parseEnv({ ...model, AI_INPUT_PRICE: '1' })).toThrow('must be set together')
  })

  it.each([
    ['http://localhost:3000', 'allow'],
    ['http://leadline.localhost', 'allow'],
    ['http://127.1.2.3:8080', 'allow'],
    ['http://[::1]:3000', 'allow'],
    ['https://leadline.example.com', 'refuse'],
    ['http://10.0.0.5', 'refuse'],
    ['http://localhost.example.com', 'refuse'],
    ['http://127.0.0.1.example.com', 'refuse'],
  ])('for %s %s private hosts unless told otherwise', (url, privateHosts) => {
    expect(parseEnv({ NEXTAUTH_URL: url }).PRIVATE_HOSTS).toBe(privateHosts)
    expect(parseEnv({ NEXTAUTH_URL: url, PRIVATE_HOSTS: 'allow' }).PRIVATE_HOSTS).toBe('allow')
    expect(parseEnv({ NEXTAUTH_URL: url, PRIVATE_HOSTS: 'refuse' }).PRIVATE_HOSTS).toBe('refuse')
  })
})
