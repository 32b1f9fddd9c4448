import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Text } from '../../../ui/layout.tsx'
import viewer from '../conversations.module.css'
import { formatBox, placeOf, ratioText } from './geometry.ts'
import { Picture } from './stage.tsx'
import type { StageProps } from './stage.tsx'
import { useDrawing } from './use-drawing.ts'
import type { OfSnapshot } from './use-drawing.ts'
import styles from './appearance.module.css'

/** Canvas and person in their proportions; the whole drawing with its layers stands under Appearance. */
function Sketch({
  layout: { canvas, person, sight },
  background,
  sample,
}: Pick<StageProps, 'layout' | 'background' | 'sample'>) {
  return (
    <div className={styles.sketch} style={{ aspectRatio: sight.width / sight.height }} aria-hidden>
      <div style={placeOf(canvas, sight)}>
        <Picture of={background} />
      </div>
      {person !== null && (
        <div style={placeOf(person, sight)}>
          <Picture of={sample} />
        </div>
      )}
    </div>
  )
}

/** How it looks, small and to scale, with the size of canvas and person. */
export function AppearanceCard(of: OfSnapshot) {
  const { t } = useTranslation(['media', 'conversations'])
  const { number } = useFormat()
  const { place, background, sample, layout } = useDrawing<HTMLDivElement>(of)
  return (
    <div ref={place} className={cx(viewer.card, layout !== null && viewer.drawing)}>
      {layout === null ? (
        <Text as="p" tone="faint">
          {t('appearance.noCanvas')}
        </Text>
      ) : (
        <>
          <Sketch layout={layout} background={background} sample={sample} />
          <DescriptionList
            items={[
              {
                label: t('appearance.canvas'),
                value: t('conversations:summary.canvas', {
                  size: formatBox(layout.canvas, number).size,
                  ratio: ratioText(layout.canvas),
                }),
              },
              layout.person !== null && {
                label: t('conversations:summary.person'),
                value: t('appearance.place', formatBox(layout.person, number)),
              },
            ]}
          />
        </>
      )}
    </div>
  )
}
