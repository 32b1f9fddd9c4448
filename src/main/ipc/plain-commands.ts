/**
 * Commands that destroy the operator's data or cause requests: main requires a press that it saw before it calls their
 * handler. All other commands that need a gesture check it in their handler, which knows more facts.
 */
import type { OperationName } from '../../shared/contract.ts'

export const plainCommands = [
  'draft.remove',
  'preset.remove',
  'job.enterTaskId',
  'job.markNotCreated',
  'job.remove',
  'queue.setPaused',
  'queue.resume',
  'inbox.remove',
  'inbox.unwatch',
  'profile.removeSecret',
  'practice.reset',
] as const satisfies readonly OperationName[]

export type PlainCommand = (typeof plainCommands)[number]

export function isPlainCommand(name: OperationName): name is PlainCommand {
  return plainCommands.some((plain) => plain === name)
}
