import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { MediaFailure } from './media-problem.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './media.module.css'

export interface FieldImageProps {
  readonly what: string
  readonly media: ReadyMedia
  readonly isAsked: boolean
  readonly onTryAgain: () => void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A picture that was fetched, small, with its size and type. */
export function FieldImage({ what, media, isAsked, onTryAgain }: FieldImageProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const [size, setSize] = useState<Size | null>(null)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <MediaFailure what={what} failure={null} sentence={t('undrawable')} isAsked={isAsked} onTryAgain={onTryAgain} />
    )
  }
  return (
    <Row gap={3} align="end" className={styles.picture}>
      <img
        src={media.src}
        alt={what}
        draggable={false}
        onLoad={({ currentTarget }) => {
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }}
        onError={() => {
          setBroken(true)
        }}
      />
      <Text as="ul" font="secondary" tone="soft" tabular className={styles.facts}>
        <li>
          {size === null ? ' ' : t('picture', { width: format.number(size.width), height: format.number(size.height) })}
        </li>
        <li>{media.type.replace('image/', '').toUpperCase()}</li>
        <li>{format.bytes(media.bytes)}</li>
      </Text>
    </Row>
  )
}
