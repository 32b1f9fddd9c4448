import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { ShownText } from '../values/shown-text.tsx'
import type { UsedVariable } from './count-prompt.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './prompts.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'

export interface PromptVariablesProps {
  readonly variables: readonly UsedVariable[]
  /** Shows a row of the prompt. */
  readonly onShow: (row: number) => void
}

/** The template variables of a prompt with how often each is used; a click goes from use to use. */
export function PromptVariables({ variables, onShow }: PromptVariablesProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const next = useRef(new Map<string, number>())
  if (variables.length === 0) return null
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.variables} aria-label={t('prompt.variables')}>
      {variables.map(({ name, rows }) => (
        <li key={name}>
          <PlainButton
            title={t('prompt.variable', { name, count: rows.length })}
            onClick={() => {
              const place = next.current.get(name) ?? 0
              next.current.set(name, place + 1)
              onShow(rows[place % rows.length] ?? 0)
            }}
          >
            <code>
              <ShownText text={name} />
            </code>{' '}
            <span>{format.number(rows.length)}</span>
          </PlainButton>
        </li>
      ))}
    </Row>
  )
}
