import leadline from '../../../next.config.mjs'

// Next looks for `instrumentation.ts` and `proxy.ts` in the folders above as well: another extension finds none there.
export default { ...leadline, pageExtensions: ['reference.ts'] }
