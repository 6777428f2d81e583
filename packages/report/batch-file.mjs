import { existsSync } from 'node:fs'
import { win32 } from 'node:path'

/**
 * The batch file that Windows means by a command, which only its shell can run; undefined for programs.
 * @param {string} command
 * @param {NodeJS.ProcessEnv} variables
 * @param {(file: string) => boolean} exists
 */
export function findBatchFile(command, variables, exists = existsSync) {
  const folders = /[\\/]/.test(command) ? [''] : ['.', ...(variables.PATH ?? '').split(';').filter(Boolean)]
  const endings = (variables.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';')
  const isWhole = endings.includes(win32.extname(command).toLowerCase())
  const names = isWhole ? [command] : endings.map((ending) => command + ending)
  const file = folders.flatMap((folder) => names.map((name) => win32.join(folder, name))).find((name) => exists(name))
  return file && /\.(bat|cmd)$/i.test(file) ? file : undefined
}

/**
 * The words of cmd.exe that run a batch file, each argument quoted against both times that they are read. Throws where
 * that is not possible.
 * @param {string} file
 * @param {string[]} words
 */
export function batchLine(file, words) {
  if (words.some((word) => /[\r\n]/.test(word))) throw new Error('a batch file takes no arguments with line breaks')
  return `/e:ON /v:OFF /d /s /c "${[`"${file}"`, ...words.map(quoted)].join(' ')}"`
}

/** @param {string} word */
function quoted(word) {
  // An empty part of the variable CD before each % leaves no name of a variable for the shell to fill in.
  const text = word.replaceAll('%', '%%cd:~,%').replace(/(\\*)"/g, '$1$1""')
  return /^[A-Za-z0-9#$*+\-./:?@\\_]+$/.test(word) && !word.endsWith('\\') ? word : `"${text.replace(/\\+$/, '$&$&')}"`
}
