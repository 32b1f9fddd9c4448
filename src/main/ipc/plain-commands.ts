/**
 * Commands that destroy something of the operator's, or that let something be sent: a press that main saw is asked for
 * before their handler is called. Other commands that need a gesture ask in their handler, which knows more about them.
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
