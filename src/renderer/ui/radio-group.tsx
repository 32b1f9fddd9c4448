import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './fields.module.css'
import { Row, Stack, Text } from './layout.tsx'

export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
  /** A problem with the choice, shown after its hint. */
  readonly problem?: string | undefined
  readonly disabled?: boolean
  readonly mark?: ReactNode
}

export interface RadioGroupProps<Value extends string> {
  readonly label: string
  /** False when the surrounding page shows the label; the name is then only read out. */
  readonly showsLabel?: boolean
  readonly options: readonly RadioOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** `segmented` is one bar of few choices; `swatches` shows only the marks; `cards` and `list` have room for hints. */
  readonly variant?: 'radios' | 'segmented' | 'swatches' | 'cards' | 'list'
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange, variant = 'segmented', showsLabel = true } = props
  const name = useId()
  return (
    <Stack as="fieldset" gap={1} role="radiogroup" aria-labelledby={`${name}-label`}>
      <Text
        as="legend"
        id={`${name}-label`}
        font="secondary"
        tone="soft"
        className={showsLabel ? styles.legend : 'visually-hidden'}
      >
        {label}
      </Text>
      <div className={styles[variant]}>
        {options.map((option) => (
          <Row
            as="label"
            gap={2}
            key={option.value}
            className={styles.option}
            title={variant === 'swatches' ? option.label : undefined}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-label={option.label}
              aria-describedby={option.hint === undefined ? undefined : `${name}-${option.value}`}
              onChange={() => onChange(option.value)}
            />
            {option.mark}
            <span className={variant === 'swatches' ? 'visually-hidden' : styles.words}>
              <span className={styles.name}>{option.label}</span>
              {option.hint !== undefined && (
                <Text
                  as="small"
                  id={`${name}-${option.value}`}
                  font="secondary"
                  tone={variant !== 'radios' && option.value === value ? 'soft' : 'faint'}
                >
                  {option.hint}
                  {option.problem !== undefined && (
                    <>
                      {' · '}
                      <Text tone="bad">{option.problem}</Text>
                    </>
                  )}
                </Text>
              )}
            </span>
          </Row>
        ))}
      </div>
    </Stack>
  )
}
