import { describe, expect, it } from 'vitest'
import { taskbarState, batchEndTexts, quitTexts } from '../../../src/main/desktop/native-texts.ts'
import { textsIn } from '../../../src/main/context/texts.ts'
import { batchProgress } from '../../../src/shared/model/batch-progress.ts'
import type { Running } from '../../../src/main/desktop/native-texts.ts'
import type { StateCounts } from '../../../src/shared/model/batch-progress.ts'
import type { BatchProgress } from '../../../src/shared/schemas/avatar.ts'

function progressOf(counts: StateCounts): BatchProgress {
  const progress = batchProgress([counts])
  if (progress === null) throw new Error('a batch without jobs')
  return progress
}

const going = progressOf({ ready: 19, training: 1, waiting: 30 })
const english = textsIn('en')
const chinese = textsIn('zh-CN')

describe('the taskbar', () => {
  it('shows nothing while nothing is in progress', () =>
    expect(taskbarState({ progress: null, isStopped: false })).toEqual({ part: -1, mode: 'none' }))

  it('shows the finished part, paused when waiting jobs stay where they are', () => {
    expect(taskbarState({ progress: going, isStopped: false })).toEqual({ part: 0.38, mode: 'normal' })
    expect(taskbarState({ progress: going, isStopped: true })).toEqual({ part: 0.38, mode: 'paused' })
  })

  it('requests attention when an outcome is unknown, paused or not', () => {
    const progress = progressOf({ unknown: 1, waiting: 1 })
    expect(taskbarState({ progress, isStopped: true })).toEqual({ part: 0, mode: 'error' })
  })
})

describe('the summary of a batch', () => {
  it('names the results, and the profile unless it is the open one', () => {
    const all = { ready: 47, failed: 2, unknown: 1, removed: 3 }
    expect(batchEndTexts(english, { counts: all, readyMs: null }, null)).toEqual({
      title: 'Avatars: 49 of 50 done',
      body: '47 ready, 2 failed, 1 needs a decision',
    })
    expect(batchEndTexts(english, { counts: { rejected: 1 }, readyMs: null }, 'Lobby')).toEqual({
      title: 'Avatars: 1 of 1 done',
      body: 'Lobby: 1 rejected',
    })
    expect(batchEndTexts(chinese, { counts: { ready: 47, failed: 2 }, readyMs: null }, '大厅')).toEqual({
      title: '数字人：共 49 个，已完成 49 个',
      body: '大厅：47 个就绪、2 个失败',
    })
  })

  it('states how long the avatars took, where that is known', () => {
    const ended = { counts: { ready: 38, unknown: 2 }, readyMs: 26 * 60_000 }
    expect(batchEndTexts(english, ended, null).body).toBe('38 ready in 26 min, 2 need a decision')
    expect(batchEndTexts(chinese, ended, null).body).toBe('38 个就绪，用时 26 分钟、2 个需要决定')
  })
})

describe('the question before the end', () => {
  const runningOf = (running: Partial<Running>): Running => ({
    waiting: 0,
    submitting: 0,
    training: 0,
    isStopped: false,
    isAlertOn: false,
    ...running,
  })
  const detailOf = (running: Partial<Running>): string => quitTexts(english, runningOf(running)).detail

  it('states the effect on waiting jobs, requests in flight, trainings and alerts', () => {
    expect(quitTexts(english, runningOf({ waiting: 3, training: 2 }))).toEqual({
      message: 'Quit Greenroom?',
      detail: '3 waiting: sent when Greenroom starts again. 2 in training: training continues at the service.',
      confirm: 'Quit',
      cancel: 'Keep running',
    })
    expect(detailOf({ submitting: 1 })).toBe('1 being sent: the outcome may be unknown.')
    expect(detailOf({ isAlertOn: true })).toBe('Alerts stop.')
  })

  it('promises nothing for a queue that does not send', () =>
    expect(detailOf({ waiting: 1, isStopped: true })).toBe('1 waiting: sent once you resume the queue.'))

  it('is asked in the operator’s language', () => {
    const { message, detail, confirm, cancel } = quitTexts(chinese, runningOf({ waiting: 3 }))
    expect([message, confirm, cancel]).toEqual(['要退出 Greenroom 吗？', '退出', '继续运行'])
    expect(detail).toBe('3 个等待中：下次启动时发送。')
  })
})
