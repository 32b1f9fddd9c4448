import { ImageDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './drop-overlay.module.css'

/** Covers the window while files are dragged over it and says what letting go will do. */
export function DropOverlay() {
  const { t } = useTranslation('avatars')
  return (
    <div className={styles.overlay} role="status">
      <div className={styles.words}>
        <ImageDown aria-hidden />
        <p className={styles.title}>{t('drop.title')}</p>
        <p>{t('drop.words')}</p>
      </div>
    </div>
  )
}
