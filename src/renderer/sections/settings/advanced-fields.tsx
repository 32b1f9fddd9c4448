import { ChevronRight } from 'lucide-react'
import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from './connection-fields.tsx'
import { ratiosOf, ruleDefaults, ruleNames, ruleText } from './profile-draft.ts'
import type { RuleName } from './profile-draft.ts'
import styles from './settings.module.css'
import { useFormParts, useFieldToReach } from './use-profile-form.ts'

const units = ['unknown', 'seconds', 'minutes'] as const

const hints: Readonly<Partial<Record<RuleName, ParseKeys<'settings'>>>> = {
  imageSizeLimit: 'hint.warns',
  shapes: 'hint.warns',
  floor: 'hint.floor',
}

export function AdvancedFields() {
  const { t, format } = useTexts('settings')
  const { draft, mistakes, change } = useFormParts()
  const [isOpened, setOpened] = useState(false)
  // A wrong field must be visible, so it opens the group.
  const isOpen = isOpened || mistakes.has('mediaBaseUrl') || ruleNames.some((rule) => mistakes.has(rule))
  const mediaBase = useFieldToReach('media-base')
  return (
    <details className={styles.advanced} open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <Row as="summary" gap={2} wrap className={styles.summary}>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
        <h2>{t('group.advanced')}</h2>
        <Text font="secondary" tone="faint">
          {t('creations', {
            size: ruleText(draft, 'imageSizeLimit'),
            shapes: format.list(ratiosOf(ruleText(draft, 'shapes'))),
            parallel: ruleText(draft, 'parallel'),
            floor: ruleText(draft, 'floor'),
          })}
        </Text>
      </Row>
      <div className={styles.pair}>
        <TextField field="mediaBaseUrl" hint={t('hint.mediaBaseUrl')} ref={mediaBase} mono inputMode="url" />
        <Field label={t('field.durationUnit')}>
          <Select
            value={draft.durationUnit}
            onChange={(durationUnit) => change({ durationUnit })}
            options={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          />
        </Field>
        {ruleNames.map((rule) => (
          <TextField
            key={rule}
            field={rule}
            hint={hints[rule] && t(hints[rule])}
            inputMode={rule === 'shapes' ? 'text' : 'decimal'}
            placeholder={ruleDefaults[rule]}
          />
        ))}
        <Checkbox
          variant="sentence"
          label={t('field.sendsConversationId')}
          isChecked={draft.sendsConversationIdWithImage}
          aria-describedby="sends-conversation-id-hint"
          onChange={(sendsConversationIdWithImage) => change({ sendsConversationIdWithImage })}
        />
        <Text id="sends-conversation-id-hint" as="p" font="secondary" tone="faint" className={styles.hint}>
          {t('hint.sendsConversationId')}
        </Text>
      </div>
    </details>
  )
}
