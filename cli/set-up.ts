import { type Command, Help, type Option } from 'commander'
import { printError } from './output'

/**
 * How every command, with those below it, explains itself and says what it did not understand: it throws a
 * `CommanderError` then, and after `--help`. `json`: for machines.
 */
export function setUp(command: Command, json: boolean): void {
  command
    .exitOverride()
    .configureHelp({ optionDescription })
    .configureOutput({ outputError: (text) => printError(text.trim(), json) })
    .showHelpAfterError(json ? false : '(add --help for what the command takes)')
  for (const child of command.commands) setUp(child, json)
}

function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}
