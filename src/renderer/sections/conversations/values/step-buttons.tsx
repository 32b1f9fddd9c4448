import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

interface StepButtonsProps {
  /** Keys that do the same, as `aria-keyshortcuts` has them: back, and on. */
  readonly keys?: readonly [back: string, on: string]
  readonly canStep: (by: 1 | -1) => boolean
  readonly onStep: (by: 1 | -1) => void
}

export function StepButtons({ keys, canStep, onStep }: StepButtonsProps) {
  const { t } = useTranslation('common')
  return ([-1, 1] as const).map((by) => {
    const name = t(by === -1 ? 'previous' : 'next')
    const key = keys?.[by === -1 ? 0 : 1]
    return (
      <Button
        key={by}
        size="small"
        tone="quiet"
        aria-label={name}
        title={key === undefined ? name : `${name} (${key})`}
        icon={by === -1 ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        aria-keyshortcuts={key}
        disabled={!canStep(by)}
        onClick={() => onStep(by)}
      />
    )
  })
}
