import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isWeaker } from '../../../shared/model/protection.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { consumeMediaBase } from '../../state/navigation-store.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { Field } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './profile-form.module.css'
import { useFieldErrors } from './use-field-errors.ts'
import type { ProfileFormParts } from './use-profile-form.ts'

export interface ProfileOptionsFieldsProps {
  readonly draft: ProfileDraft
  readonly parts: ProfileFormParts
}

const protections = ['open', 'confirm', 'read-only'] as const
const colours = ['teal', 'blue', 'violet', 'magenta', 'red', 'orange', 'green', 'grey'] as const

/** Media address, unit, protection and colour. */
export function ProfileOptionsFields({ draft, parts }: ProfileOptionsFieldsProps) {
  const { t } = useTranslation(['settings', 'common', 'app'])
  const errorOf = useFieldErrors(parts.mistakes)
  const min = parts.policy?.leastProtection ?? 'open'
  const meaning = t(`settings:hint.protection.${draft.protection}`)
  const protectionHint =
    min === 'open' ? meaning : t('settings:managed.least', { meaning, protection: t(`app:protection.${min}`) })
  const mediaBase = useRef<HTMLInputElement>(null)
  const openId = useOpenProfile()?.profile.id
  // The request is for the open profile’s address; the form may be another’s.
  const focusIfAsked = useEffectEvent(() => {
    if (draft.id === openId && consumeMediaBase()) mediaBase.current?.focus()
  })
  useEffect(() => {
    focusIfAsked()
  }, [])
  return (
    <>
      <Field
        label={t('settings:field.mediaBaseUrl')}
        labelNote={t('common:optional')}
        hint={t('settings:hint.mediaBaseUrl')}
        error={errorOf('mediaBaseUrl')}
        lockedBy={parts.lockedBy}
      >
        <TextInput
          ref={mediaBase}
          mono
          inputMode="url"
          value={draft.mediaBaseUrl}
          onChange={(event) => {
            parts.change({ mediaBaseUrl: event.target.value })
          }}
        />
      </Field>
      <div className={styles.pair}>
        <Field
          label={t('settings:field.durationUnit')}
          hint={t('settings:hint.durationUnit')}
          lockedBy={parts.lockedBy}
        >
          <Select
            value={draft.durationUnit}
            onChange={(durationUnit) => {
              parts.change({ durationUnit })
            }}
            options={[
              { value: 'unknown', label: t('settings:unit.unknown') },
              { value: 'seconds', label: t('settings:unit.seconds') },
              { value: 'minutes', label: t('settings:unit.minutes') },
            ]}
          />
        </Field>
        <Field label={t('settings:field.protection')} hint={protectionHint} lockedBy={parts.lockedBy}>
          <Select
            value={draft.protection}
            onChange={(protection) => {
              parts.change({ protection })
            }}
            options={protections.map((value) => ({
              value,
              label: t(`app:protection.${value}`),
              disabled: isWeaker(value, min),
            }))}
          />
        </Field>
      </div>
      <RadioGroup
        label={t('settings:field.colour')}
        variant="swatches"
        value={draft.colour}
        onChange={(colour) => {
          parts.change({ colour })
        }}
        options={colours.map((colour) => ({
          value: colour,
          label: t(`settings:colour.${colour}`),
          mark: <span className={styles.swatch} data-profile={colour} aria-hidden />,
        }))}
      />
    </>
  )
}
