import { useTranslation } from 'react-i18next'
import { RadioGroup } from '../radio-group.tsx'

export type ChartRange = 'hour' | 'day' | 'week' | 'month'

export interface RangeSwitchProps {
  readonly range: ChartRange
  readonly onChange: (range: ChartRange) => void
}

const ranges: readonly ChartRange[] = ['hour', 'day', 'week', 'month']

export function RangeSwitch({ range, onChange }: RangeSwitchProps) {
  const { t } = useTranslation('chart')
  return (
    <RadioGroup
      label={t('range.label')}
      showsLabel={false}
      options={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
      value={range}
      onChange={onChange}
    />
  )
}
