import { Braces, Copy, SquareTerminal } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { ProfileScope } from '../api/shown-profile.ts'
import { useProfileTask } from '../api/use-command.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { copyText } from '../ui/copy-text.ts'
import type { MenuItem } from '../ui/menu-popup.tsx'
import { showToast } from './toast-store.ts'

type Text = string | ((scope: ProfileScope) => Promise<string>)

/** Entries of a context menu that copy; a toast reports the result. The returned object keeps its identity. */
export function useCopyItems() {
  const { t } = useTexts('common')
  const say = (isCopied: boolean): void => showToast({ text: t(isCopied ? 'copied' : 'notCopied') })
  const { mutate } = useProfileTask({
    run: async (text: Text, scope) => copyText(typeof text === 'string' ? text : await text(scope)),
    onAnswer: say,
    onFailure: () => say(false),
  })
  return useMemo(() => {
    const item = (label: string, Icon: LucideIcon, text: Text): MenuItem => ({
      label,
      Icon,
      onChoose: () => mutate(text),
    })
    return {
      /** Copies in the same way from a button. */
      copy: mutate,
      value: (name: string, text: Text) => item(t('copy', { what: name }), Copy, text),
      json: (text: Text) => item(t('copyAsJson'), Braces, text),
      curl: (text: Text) => item(t('copyAsCurl'), SquareTerminal, text),
    }
  }, [mutate, t])
}

export const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)
