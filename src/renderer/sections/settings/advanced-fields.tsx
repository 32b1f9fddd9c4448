import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { consumeMediaBase } from '../../state/navigation-store.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Text } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { defaultRules } from './profile-draft.ts'
import { useFieldErrors } from './use-field-errors.ts'
import type { ProfileFormParts } from './use-profile-form.ts'

export interface AdvancedFieldsProps {
  readonly draft: ProfileDraft
  readonly parts: ProfileFormParts
}

const units = ['unknown', 'seconds', 'minutes'] as const
const rules = ['imageSizeLimit', 'shapes', 'parallel', 'floor'] as const

const defaultTexts: Readonly<Record<(typeof rules)[number], string>> = {
  imageSizeLimit: String(defaultRules.mostImageBytes / 1_000_000),
  shapes: defaultRules.ratios.join(', '),
  parallel: String(defaultRules.parallel),
  floor: String(defaultRules.floor),
}

/** Opens for the field of the media base URL of the open profile, when that was requested; it takes the focus. */
function useMediaBaseRequest(draft: ProfileDraft) {
  const mediaBase = useRef<HTMLInputElement>(null)
  const openId = useOpenProfile()?.profile.id
  const focusIfAsked = useEffectEvent(() => {
    // The request is for the open profile’s address; the form may be another’s.
    if (draft.id !== openId || !consumeMediaBase()) return
    // Its toggle event follows, and the state with it.
    mediaBase.current?.closest('details')?.toggleAttribute('open', true)
    mediaBase.current?.focus()
  })
  useEffect(() => {
    focusIfAsked()
  }, [])
  return mediaBase
}

/** **Advanced**, folded: addresses of media, the unit of durations, and what holds for creations. */
export function AdvancedFields({ draft, parts }: AdvancedFieldsProps) {
  const { t } = useTranslation('settings')
  const errorOf = useFieldErrors(parts.mistakes)
  const [isOpened, setOpened] = useState(false)
  // A field that is wrong must be seen, wherever it is.
  const isOpen = isOpened || [...rules, 'mediaBaseUrl' as const].some((field) => parts.mistakes.has(field))
  const mediaBase = useMediaBaseRequest(draft)
  const shown = (rule: (typeof rules)[number]): string => (draft[rule].trim() === '' ? defaultTexts[rule] : draft[rule])
  return (
    <details className={styles.group} open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h3>{t('group.advanced')}</h3>
        <Text font="secondary" tone="faint" className={styles.now}>
          {t(shown('floor') === defaultTexts.floor ? 'creations.summary' : 'creations.summaryWithFloor', {
            size: shown('imageSizeLimit'),
            shapes: shown('shapes'),
            parallel: shown('parallel'),
            floor: shown('floor'),
          })}
        </Text>
      </summary>
      <div className={styles.fieldsFields}>
        <Field
          label={t('field.mediaBaseUrl')}
          hint={t('hint.mediaBaseUrl')}
          error={errorOf('mediaBaseUrl')}
          lockedBy={parts.lockedBy}
        >
          <TextInput
            ref={mediaBase}
            mono
            inputMode="url"
            value={draft.mediaBaseUrl}
            onChange={(event) => parts.change({ mediaBaseUrl: event.target.value })}
          />
        </Field>
        <Field label={t('field.durationUnit')} hint={t('hint.durationUnit')} lockedBy={parts.lockedBy}>
          <Select
            value={draft.durationUnit}
            onChange={(durationUnit) => parts.change({ durationUnit })}
            options={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          />
        </Field>
        {rules.map((rule) => (
          <Field
            key={rule}
            label={t(`field.${rule}`)}
            hint={t(`hint.${rule}`)}
            error={errorOf(rule)}
            lockedBy={parts.lockedBy}
          >
            <TextInput
              inputMode={rule === 'shapes' ? 'text' : 'decimal'}
              placeholder={defaultTexts[rule]}
              value={draft[rule]}
              onChange={(event) => parts.change({ [rule]: event.target.value })}
            />
          </Field>
        ))}
        <Checkbox
          variant="sentence"
          label={t('field.sendsConversationId')}
          isChecked={draft.sendsConversationIdWithImage}
          disabled={parts.lockedBy !== undefined}
          aria-describedby={cx('sends-conversation-id-hint', parts.lockedBy)}
          onChange={(sendsConversationIdWithImage) => parts.change({ sendsConversationIdWithImage })}
        />
        <Text id="sends-conversation-id-hint" as="p" font="secondary" tone="faint" className={styles.hint}>
          {t('hint.sendsConversationId')}
        </Text>
      </div>
    </details>
  )
}
