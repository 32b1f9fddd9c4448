import { useCallback } from 'react'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { showToast } from '../../../state/toast-store.ts'
import type { ImageFix } from '../preparation/image-edit-batch-store.ts'
import { fixResultText } from './draft-finding-text.ts'
import { fixImages, undoFixes } from './image-fixes.ts'
import type { Changes } from './image-fixes.ts'

/** Changes the images of drafts, and offers Undo in a toast when all are done. */
export function useImageFixes(): (fix: ImageFix, drafts: readonly Draft[]) => void {
  const { t } = useTexts(['avatars', 'common'])
  return useCallback(
    (fix, drafts) => {
      const report = async (changing: Promise<Changes | null>): Promise<void> => {
        const changes = await changing
        if (changes === null) return
        const text = fixResultText(changes, t)
        if (changes.kind === 'undo') showToast({ text })
        else {
          const onClick = (): void => void report(undoFixes(changes.fixed))
          showToast({ text, action: { label: t('common:undo'), onClick } })
        }
      }
      void report(fixImages(fix, drafts))
    },
    [t],
  )
}
