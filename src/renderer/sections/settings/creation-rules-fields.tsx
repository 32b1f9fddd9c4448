import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './creation-rules-fields.module.css'
import { defaultRules } from './profile-draft.ts'
import { useFieldErrors } from './use-field-errors.ts'
import type { ProfileFormParts } from './use-profile-form.ts'

export interface CreationRulesFieldsProps {
  readonly draft: ProfileDraft
  readonly parts: ProfileFormParts
}

const rules = ['imageSizeLimit', 'shapes', 'parallel', 'floor'] as const

const defaultTexts: Readonly<Record<(typeof rules)[number], string>> = {
  imageSizeLimit: String(defaultRules.mostImageBytes / 1_000_000),
  shapes: defaultRules.ratios.join(', '),
  parallel: String(defaultRules.parallel),
  floor: String(defaultRules.floor),
}

/** **Creations**, folded: what counts as a good image, how many are sent at once, what stays in the account. */
export function CreationRulesFields({ draft, parts }: CreationRulesFieldsProps) {
  const { t } = useTranslation('settings')
  const errorOf = useFieldErrors(parts.mistakes)
  const [isOpened, setOpened] = useState(false)
  // A field that is wrong must be seen, wherever it is.
  const isOpen = isOpened || rules.some((rule) => parts.mistakes.has(rule))
  const shown = (rule: (typeof rules)[number]): string => (draft[rule].trim() === '' ? defaultTexts[rule] : draft[rule])
  return (
    <details
      className={styles.group}
      open={isOpen}
      onToggle={(event) => {
        setOpened(event.currentTarget.open)
      }}
    >
      <summary className={styles.summary}>
        <span className={styles.title}>{t('creations.title')}</span>
        <span className={styles.now}>
          {t(shown('floor') === defaultTexts.floor ? 'creations.summary' : 'creations.summaryWithFloor', {
            size: shown('imageSizeLimit'),
            shapes: shown('shapes'),
            parallel: shown('parallel'),
            floor: shown('floor'),
          })}
        </span>
      </summary>
      <div className={styles.fields}>
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
              onChange={(event) => {
                parts.change({ [rule]: event.target.value })
              }}
            />
          </Field>
        ))}
        <Checkbox
          variant="sentence"
          label={t('field.sendsConversationId')}
          isChecked={draft.sendsConversationIdWithImage}
          disabled={parts.lockedBy !== undefined}
          aria-describedby={cx('sends-conversation-id-hint', parts.lockedBy)}
          onChange={(sendsConversationIdWithImage) => {
            parts.change({ sendsConversationIdWithImage })
          }}
        />
        <p id="sends-conversation-id-hint" className={styles.hint}>
          {t('hint.sendsConversationId')}
        </p>
      </div>
    </details>
  )
}
