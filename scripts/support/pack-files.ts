import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { packedTypes } from '@/lib/web/packed-files'

/** What is smaller fits into one packet as it is. */
const minBytes = 1_024

/** Lays what `sendPacked` sends next to the files of a folder: `main.js.gz` next to `main.js`. */
export async function packFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(path.extname(entry.name) in packedTypes)) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file)
    if (content.length >= minBytes) await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}
