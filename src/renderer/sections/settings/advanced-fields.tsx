import type { ParseKeys } from 'i18next'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { consumeMediaBase } from '../../state/navigation-store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { Text } from '../../ui/layout.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from './connection-fields.tsx'
import { defaultRules } from './profile-draft.ts'
import styles from './settings.module.css'
import type { ProfileFormParts } from './use-profile-form.ts'

const units = ['unknown', 'seconds', 'minutes'] as const

// What holds where a field is empty.
const defaults = {
  imageSizeLimit: String(defaultRules.mostImageBytes / 1_000_000),
  shapes: defaultRules.ratios.join(', '),
  parallel: String(defaultRules.parallel),
  floor: String(defaultRules.floor),
}
const hints: Readonly<Partial<Record<keyof typeof defaults, ParseKeys<'settings'>>>> = {
  imageSizeLimit: 'hint.warns',
  shapes: 'hint.warns',
  floor: 'hint.floor',
}
const rules = Object.keys(defaults) as (keyof typeof defaults)[]

/** Opens for the field of the media base URL of the open profile, when that was requested; it takes the focus. */
function useMediaBaseRequest(draftId: string | null) {
  const mediaBase = useRef<HTMLInputElement>(null)
  const openId = useOpenProfile()?.profile.id
  const focusIfAsked = useEffectEvent(() => {
    // The request is for the open profile’s address; the form may be another’s.
    if (draftId !== openId || !consumeMediaBase()) return
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
export function AdvancedFields({ parts }: { readonly parts: ProfileFormParts }) {
  const { t } = useTranslation('settings')
  const { draft, mistakes, lockedBy, change } = parts
  const [isOpened, setOpened] = useState(false)
  // A field that is wrong must be seen, wherever it is.
  const isOpen = isOpened || mistakes.has('mediaBaseUrl') || rules.some((rule) => mistakes.has(rule))
  const mediaBase = useMediaBaseRequest(draft.id)
  const shown = (rule: keyof typeof defaults): string => (draft[rule].trim() === '' ? defaults[rule] : draft[rule])
  return (
    <details className={styles.advanced} open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <h3>{t('group.advanced')}</h3>
        <Text font="secondary" tone="faint">
          {t('creations', {
            size: shown('imageSizeLimit'),
            shapes: shown('shapes'),
            parallel: shown('parallel'),
            floor: shown('floor'),
          })}
        </Text>
      </summary>
      <div className={styles.pair}>
        <TextField
          field="mediaBaseUrl"
          parts={parts}
          hint={t('hint.mediaBaseUrl')}
          ref={mediaBase}
          mono
          inputMode="url"
        />
        <Field label={t('field.durationUnit')} lockedBy={lockedBy}>
          <Select
            value={draft.durationUnit}
            onChange={(durationUnit) => change({ durationUnit })}
            options={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          />
        </Field>
        {rules.map((rule) => (
          <TextField
            key={rule}
            field={rule}
            parts={parts}
            hint={hints[rule] && t(hints[rule])}
            inputMode={rule === 'shapes' ? 'text' : 'decimal'}
            placeholder={defaults[rule]}
          />
        ))}
        <Checkbox
          variant="sentence"
          label={t('field.sendsConversationId')}
          isChecked={draft.sendsConversationIdWithImage}
          disabled={lockedBy !== undefined}
          aria-describedby={cx('sends-conversation-id-hint', lockedBy)}
          onChange={(sendsConversationIdWithImage) => change({ sendsConversationIdWithImage })}
        />
        <Text id="sends-conversation-id-hint" as="p" font="secondary" tone="faint" className={styles.hint}>
          {t('hint.sendsConversationId')}
        </Text>
      </div>
    </details>
  )
}
