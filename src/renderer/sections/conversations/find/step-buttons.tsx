import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { QuietButton } from '../../../ui/button.tsx'

interface StepButtonsProps {
  /** The shortcuts for back and forward, in the form of `aria-keyshortcuts`. */
  readonly keys?: readonly [back: string, on: string]
  readonly canStep?: boolean
  readonly onStep: (by: 1 | -1) => void
}

export function StepButtons({ keys, canStep = true, onStep }: StepButtonsProps) {
  const { t } = useTexts('common')
  return ([-1, 1] as const).map((offset) => {
    const name = t(offset === -1 ? 'previous' : 'next')
    const key = keys?.[offset === -1 ? 0 : 1]
    return (
      <QuietButton
        key={offset}
        Icon={offset === -1 ? ChevronUp : ChevronDown}
        aria-label={name}
        title={key === undefined ? name : `${name} (${key})`}
        aria-keyshortcuts={key}
        disabled={!canStep}
        onClick={() => onStep(offset)}
      />
    )
  })
}
