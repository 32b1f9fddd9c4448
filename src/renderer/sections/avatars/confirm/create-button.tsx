import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './create-button.module.css'

/** Props of `CreateButton`. */
export interface CreateButtonProps {
  readonly onClick: () => void
}

/** **Create avatars**; in a read-only profile it is disabled and says why. */
export function CreateButton({ onClick }: CreateButtonProps) {
  const { t } = useTranslation('avatars')
  const whyId = useId()
  const isReadOnly = useOpenProfile()?.profile.protection === 'read-only'
  return (
    <>
      {isReadOnly && (
        <span id={whyId} className={styles.why}>
          {t('readOnly')}
        </span>
      )}
      <Button tone="primary" disabled={isReadOnly} aria-describedby={isReadOnly ? whyId : undefined} onClick={onClick}>
        {t('createAvatars')}
      </Button>
    </>
  )
}
