import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsOlder } from '../../i18n/use-is-older.ts'
import { askToEdit } from '../../state/profile-form-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { draftOf } from './profile-draft.ts'
import { Row, Text } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { useSecretText } from './use-secret-text.ts'

export interface ProfileRowProps {
  readonly view: ProfileView
  /** By the organisation: it can't be deleted. */
  readonly isManaged: boolean
  readonly isOpen: boolean
  readonly isOpening: boolean
  readonly onOpen: () => void
  readonly onDelete: () => void
}

interface TokenEndProps {
  readonly at: number | null
}

function TokenEnd({ at }: TokenEndProps) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const isOver = useIsOlder(at, 0)
  if (at === null) return null
  return isOver ? <Badge tone="bad">{t('tokenOver')}</Badge> : <> · {t('tokenUntil', { when: format.dateTime(at) })}</>
}

/** One profile with its place, its secret and its actions. */
export function ProfileRow({ view, isManaged, isOpen, isOpening, onOpen, onDelete }: ProfileRowProps) {
  const { t } = useTranslation(['settings', 'app'])
  const secretText = useSecretText()
  const { profile, secret, tokenExpiresAt } = view
  const isPractice = profile.kind === 'practice'
  const place = isPractice ? t('settings:practicePlace') : profile.baseUrl
  return (
    <Row as="li" gap={3} className={styles.row} data-profile={profile.colour}>
      <span className={styles.mark} aria-hidden />
      <div className={styles.panelWords}>
        <Row gap={2} font="label">
          {profile.name}
          {isManaged && <Badge>{t('settings:managed.badge')}</Badge>}
          {isOpen && <Badge tone="accent">{t('settings:isOpen')}</Badge>}
        </Row>
        <Text as="p" font="secondary" tone="soft" truncate title={place}>
          {place}
        </Text>
        <Text as="p" font="secondary" tone="soft" truncate>
          {t(`app:protection.${profile.protection}`)} · {isPractice ? t('settings:practiceSecret') : secretText(secret)}
          {!isPractice && <TokenEnd at={tokenExpiresAt} />}
        </Text>
      </div>
      <Row gap={1} align="stretch" className={styles.actions}>
        {!isOpen && (
          <Button size="small" busy={isOpening} aria-label={t('settings:openNamed', profile)} onClick={onOpen}>
            {t('settings:open')}
          </Button>
        )}
        {!isPractice && (
          <Button
            size="small"
            aria-label={t('settings:editNamed', profile)}
            onClick={() => askToEdit(draftOf(profile))}
          >
            {t('settings:edit')}
          </Button>
        )}
        {!isManaged && (
          <Button
            size="small"
            tone="quiet"
            icon={<Trash2 aria-hidden />}
            aria-label={t('settings:deleteNamed', profile)}
            title={t('settings:deleteNamed', profile)}
            onClick={onDelete}
          />
        )}
      </Row>
    </Row>
  )
}
