/** Commands that offer Undo: main runs them immediately, and a second command of main reverts them. */
import { useCallback, useRef } from 'react'
import type { CommandName, InputOf } from '../../shared/contract.ts'
import { call, failureOf } from '../api/call.ts'
import { commandEffects } from '../api/command-effects.ts'
import type { CommandEffect } from '../api/command-effects.ts'
import { useProfileTask } from '../api/use-command.ts'
import { useFailureText } from '../failures/describe-failure.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { createFocusReturn } from '../ui/focus.ts'
import { showToast } from './toast-store.ts'

export interface Undoable<Command extends CommandName, Undo extends CommandName> {
  readonly input: InputOf<Command>
  readonly undo: InputOf<Undo>
  /** The text of the toast beside Undo. */
  readonly text: string
  /** Names the item, or the first of several, where the command or its Undo fails. */
  readonly name: string
  /** The number of affected items; 1 by default. */
  readonly count?: number
  /** `data-key` of the row or card that gets the focus once it is restored. */
  readonly focusKey?: string
}

/**
 * Returns a function that runs a command and then offers Undo in a toast, whatever page is open by then. Each command
 * keeps its own Undo. A second press before the answer does nothing. A failure is shown in a toast too; `failure` is
 * its text.
 */
export function useUndoable<Command extends CommandName, Undo extends CommandName>(
  command: Command,
  undo: Undo,
  failure: 'notRemoved' | 'notMarked' = 'notRemoved',
): (undoable: Undoable<Command, Undo>) => void {
  const { t } = useTexts('common')
  const failureText = useFailureText()
  const pending = useRef(new Set<string>())
  const effect: CommandEffect<Command> | undefined = commandEffects[command]
  const undoEffect: CommandEffect<Undo> | undefined = commandEffects[undo]

  const { mutate: takeBack } = useProfileTask({
    run: (undone: { readonly undoable: Undoable<Command, Undo>; readonly focus: () => void }, { profileId }) =>
      call(undo, undone.undoable.undo, profileId),
    onAnswer: async (answer, undone) => {
      await undoEffect?.(answer, undone.undoable.undo)
      undone.focus()
    },
    onFailure: (error, { undoable: { name } }) => {
      const { sentence, next } = failureText(failureOf(error))
      showToast({ text: t('notRestored', { name, sentence, next }) })
    },
  })
  const { mutate: start } = useProfileTask({
    run: async ({ input }: Undoable<Command, Undo>, { profileId }) => {
      try {
        return await call(command, input, profileId)
      } finally {
        pending.current.delete(JSON.stringify(input))
      }
    },
    onAnswer: async (answer, undoable) => {
      await effect?.(answer, undoable.input)
      const onClick = (): void => takeBack({ undoable, focus: createFocusReturn(undoable.focusKey) })
      showToast({ text: undoable.text, action: { label: t('undo'), onClick } })
    },
    onFailure: (error, { name, count = 1 }) => {
      const { sentence, next } = failureText(failureOf(error))
      showToast({ text: t(failure, { count, name, sentence, next }) })
    },
  })
  return useCallback(
    (undoable: Undoable<Command, Undo>): void => {
      const key = JSON.stringify(undoable.input)
      if (pending.current.has(key)) return
      pending.current.add(key)
      start(undoable)
    },
    [start],
  )
}
