import type { TFunction } from 'i18next'
import { ImageDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DragContent } from './drag-content.ts'
import { Text } from '../../../ui/layout.tsx'
import styles from './drafts.module.css'

export interface DropOverlayProps {
  /** null: nothing is dragged, and nothing covered. */
  readonly content: DragContent | null
}

function acceptedText({ images, manifests, unknown, isFromProgram }: DragContent, t: TFunction<'avatars'>): string {
  if (isFromProgram) return t('drop.fromProgram')
  return [
    images === 0 ? '' : t('drop.images', { count: images }),
    manifests === 0 ? '' : t('drop.manifests', { count: manifests }),
    unknown === 0 ? '' : t('drop.unknown', { count: unknown }),
  ]
    .filter((text) => text !== '')
    .join(t('drop.comma'))
}

function DropText({ content }: { readonly content: DragContent }) {
  const { t } = useTranslation('avatars')
  const accepted = acceptedText(content, t)
  const { refused } = content
  const types = [...new Set(refused)].join(t('drop.comma'))
  const isNothing = accepted === '' && refused.length > 0
  return (
    <>
      <Text as="p" font="page" tone="ink">
        {t(isNothing ? 'drop.nothing' : 'drop.title')}
      </Text>
      {accepted !== '' && (
        <Text as="p" font="label" tone="ink">
          {accepted}
        </Text>
      )}
      {refused.length > 0 && (
        <Text as="p" tone="warn">
          {t('drop.refused', { count: refused.length, types })}
        </Text>
      )}
      {!isNothing && <p>{t('drop.words')}</p>}
    </>
  )
}

/** Covers the window while something is dragged over it and says what letting go will do. */
export function DropOverlay({ content }: DropOverlayProps) {
  if (content === null) return null
  return (
    <div className={styles.overlay} role="status">
      <div className={styles.words}>
        <ImageDown aria-hidden />
        <DropText content={content} />
      </div>
    </div>
  )
}
