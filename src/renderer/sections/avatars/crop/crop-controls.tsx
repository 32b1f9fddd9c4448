import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Slider, TextInput } from '../../../ui/text-input.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from '../drafts/drafts.module.css'
import { bestRatio, maxUnits, proposedFrame, resizedArea, stretchedArea, unitsOf } from './crop-geometry.ts'
import type { Framed, Ratio, Shape, Size } from './crop-geometry.ts'
import { zoomRange } from './crop-stage.tsx'
import type { FrameProps } from './crop-stage.tsx'

interface CropControlsProps extends FrameProps {
  readonly ratios: readonly Ratio[]
  /** `source` is the same for all steps of one control. */
  readonly onChange: (framed: Framed, source: unknown) => void
}

type FreeSizeProps = Pick<CropControlsProps, 'framed' | 'image' | 'onChange'> & { readonly side: 'width' | 'height' }

function FreeSize({ side, framed: { area, shape }, image, onChange }: FreeSizeProps) {
  const { t } = useTranslation('avatars')
  // What is being typed stands as typed, also while it is no number yet.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label={t(`crop.${side}`)}>
      <TextInput
        type="number"
        min={1}
        max={image[side]}
        value={typed ?? area[side]}
        onChange={({ target: { value, valueAsNumber } }) => {
          setTyped(value)
          if (valueAsNumber >= 1)
            onChange({ shape, area: stretchedArea(area, { ...area, [side]: valueAsNumber }, image) }, side)
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

export function CropControls({ framed, image, faces, ratios, zoom, onZoom, onChange }: CropControlsProps) {
  const { t } = useTranslation('avatars')
  const { area, shape } = framed
  const sizeText = ({ width, height }: Size): string => t('drafts.size', { width, height })
  const propose = (): void => {
    const ratio = shape === 'free' ? bestRatio(image, ratios, faces) : shape
    if (ratio !== undefined) onChange(proposedFrame(image, ratio, faces), 'proposal')
  }
  return (
    <Row gap={4} align="end" wrap className={styles.cropControls}>
      <RadioGroup
        label={t('crop.ratio')}
        options={[...ratios, 'free' as const].map((value) => ({
          value,
          label: value === 'free' ? t('crop.free') : value,
        }))}
        value={shape}
        onChange={(requested: Shape) => {
          // A free frame begins as the one that is there.
          const next = requested === 'free' ? { ...framed, shape: requested } : proposedFrame(image, requested, faces)
          onChange(next, `shape-${requested}`)
        }}
      />
      {shape === 'free' ? (
        (['width', 'height'] as const).map((side) => (
          <FreeSize key={side} side={side} framed={framed} image={image} onChange={onChange} />
        ))
      ) : (
        <Field label={t('crop.size')}>
          <Slider
            min={1}
            max={maxUnits(image, shape)}
            value={unitsOf(area, shape)}
            onChange={(units) => onChange({ shape, area: resizedArea({ area, ratio: shape }, units, image) }, 'size')}
          />
        </Field>
      )}
      <Field label={t('crop.zoom')}>
        <Slider
          min={zoomRange.least}
          max={zoomRange.most}
          step={zoomRange.step}
          value={zoom}
          aria-valuetext={t('crop.zoomValue', { percent: Math.round(zoom * 100) })}
          onChange={onZoom}
        />
      </Field>
      {faces.length > 0 && <Button onClick={propose}>{t('crop.aroundFace')}</Button>}
      <Row as="output" tone="ink" className={styles.cropResult}>
        {t('crop.result', { size: sizeText(area), whole: sizeText(image) })}
      </Row>
    </Row>
  )
}
