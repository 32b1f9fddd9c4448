import { useTranslation } from 'react-i18next'
import { isWithin } from '../../../../shared/model/limits.ts'
import type { Range } from '../../../../shared/model/limits.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { NumberField as AnyNumberField } from '../../../ui/number-field.tsx'
import type { NumberFieldProps as AnyNumberFieldProps } from '../../../ui/number-field.tsx'

export interface NumberFieldProps extends Omit<AnyNumberFieldProps, 'error' | 'min' | 'max'> {
  readonly range: Range
  /** True where none may be entered. */
  readonly isOptional?: boolean
}

/** A whole number of a range; says so when it is none. */
export function NumberField({ range, isOptional = false, ...field }: NumberFieldProps) {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const isRight = (isOptional && field.value === null) || isWithin(field.value, range)
  const words = { min: format.number(range.min), max: format.number(range.max) }
  return <AnyNumberField {...field} {...range} error={isRight ? null : t('rule.range', words)} />
}
