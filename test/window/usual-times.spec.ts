/** The usual duration of trainings, learned from a profile's own history, and its display for a training. */
import { expect, test } from '../support/app.ts'
import { quitAndRun } from '../support/closed-app.ts'
import { addWithoutImage, confirmDrafts, fillShared, openDetails, queueRows } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

test(
  'a training shows the usual time, then that it takes longer, and at its end its duration',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { control } = double.service
    control.setTrainingMs(600_000)
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await quitAndRun(first, 'history-process.ts', '40')

    const second = await launch()
    const { page } = second
    const training = queueRows(page).filter({ hasText: 'Training' })
    await goTo(page, 'Avatars')
    await addWithoutImage(page)
    await fillShared(page, { voice: 'Echo', conversationId: '108', name: 'Anna' })
    await confirmDrafts(page)
    await expect(training).toContainText(/usually \d+–\d+ min/)
    await expect(page.getByText(/^done about /)).toBeVisible()
    const details = await openDetails(page, training)
    await expect(details).toContainText(/Usual time\s*\d+–\d+ min/)
    await expect(details).toContainText('10th to 90th percentile of 24 trainings, the last')

    const threeHours = "UPDATE jobs SET submitted_at = submitted_at - 10800000 WHERE state = 'training'"
    await quitAndRun(second, 'sql-process.ts', threeHours)
    const third = await launch()
    const late = queueRows(third.page).filter({ hasText: 'Training' })
    await expect(late).toContainText('longer than 9 of 10')
    await expect(third.page.getByText(/^done about /)).toHaveCount(0)
    await third.page.getByRole('button', { name: /^Notices/ }).click()
    await expect(third.page.getByRole('list', { name: 'Notices' })).toContainText('Training takes long')
    await third.page.keyboard.press('Escape')

    for (const { taskId } of control.tasks()) control.finishTask(taskId)
    await expectReady(third, 25)
    await expect(third.page.getByText(/^1 ready in 3 h/)).toBeVisible()
  },
)
