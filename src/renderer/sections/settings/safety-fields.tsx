import { useTranslation } from 'react-i18next'
import { isWeaker } from '../../../shared/model/protection.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './settings.module.css'
import type { ProfileFormParts } from './use-profile-form.ts'

export interface SafetyFieldsProps {
  readonly draft: ProfileDraft
  readonly parts: ProfileFormParts
}

const protections = ['open', 'confirm', 'read-only'] as const
const colours = ['teal', 'blue', 'violet', 'magenta', 'red', 'orange', 'green', 'grey'] as const

/** What may be done from the profile, and the colour by which it is known. */
export function SafetyFields({ draft, parts }: SafetyFieldsProps) {
  const { t } = useTranslation(['settings', 'app'])
  const min = parts.policy?.leastProtection ?? 'open'
  return (
    <>
      <RadioGroup
        label={t('settings:field.protection')}
        variant="cards"
        lockedBy={parts.lockedBy}
        value={draft.protection}
        onChange={(protection) => parts.change({ protection })}
        options={protections.map((value) => ({
          value,
          label: t(`app:protection.${value}`),
          hint: t(isWeaker(value, min) ? 'settings:managed.tooWeak' : `settings:hint.protection.${value}`),
          disabled: isWeaker(value, min),
        }))}
      />
      <RadioGroup
        label={t('settings:field.colour')}
        variant="swatches"
        value={draft.colour}
        onChange={(colour) => parts.change({ colour })}
        options={colours.map((colour) => ({
          value: colour,
          label: t(`settings:colour.${colour}`),
          mark: <span className={styles.swatch} data-profile={colour} aria-hidden />,
        }))}
      />
    </>
  )
}
