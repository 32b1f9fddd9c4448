import type { TFunction } from 'i18next'
import type { FixRow } from '../../../state/image-edit-batch-store.ts'

/** The result of a batch: "12 images cropped to 16:9". */
export function fixResultText({ kind, fixed }: FixRow, t: TFunction<'avatars'>): string {
  const count = fixed.length
  switch (kind) {
    case 'crop-16:9':
    case 'crop-9:16':
      return t('fixes.done.crop', { count, shape: kind.slice('crop-'.length) })
    default:
      return t(`fixes.done.${kind}`, { count })
  }
}
