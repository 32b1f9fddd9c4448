import { describe, expect, it } from 'vitest'
import { balanceChanges } from '../../../src/main/account/balance-changes.ts'
import type { RecordedChanges } from '../../../src/main/account/balance-changes.ts'
import { balanceSteps } from '../../../src/main/account/balance-steps.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { jobId, profileId } from '../../../src/shared/schemas/ids.ts'
import type { AccountSample } from '../../../src/shared/schemas/account.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'

const minute = 60_000
const fields = { voice: 'Echo', conversationId: '108', language: '', name: '', greeting: '', profileText: '' }

function aJob({ fileName, ...known }: Pick<Job, 'fileName' | 'state'> & Partial<Job>): Job {
  const intent = {
    id: jobId.parse(fileName.replace('.', '-')),
    profileId: profileId.parse('p1'),
    createdAt: 0,
    fileName,
    image: null,
  }
  return { ...jobOf({ ...intent, fields, batchId: '', originalId: null }), ...known }
}

function sample(minutes: number, left: number | null, duration: number | null = null): AccountSample {
  return { at: minutes * minute, avatarCreationsLeft: left, durationLeft: duration }
}

const reading = (minutes: number, left: number) => ({ at: minutes * minute, avatarCreationsLeft: left })

function refunded(fileName: string, before: number, after: number): Job {
  return aJob({
    fileName,
    state: 'failed',
    refund: { state: 'seen', before: reading(before, 0), after: reading(after, 0) },
  })
}

function changesOf(recorded: Partial<Omit<RecordedChanges, 'steps'>>) {
  const all = { samples: [], accountChanges: [], marks: [], batches: [], jobs: [], ...recorded }
  const steps = { creations: balanceSteps('creations', all), duration: balanceSteps('duration', all) }
  return balanceChanges({ ...all, steps })
}

/** Creations only: kind, minute, name, change and remaining balance. */
function listOf(recorded: Partial<Omit<RecordedChanges, 'steps'>>) {
  return changesOf(recorded).map(({ annotation, change, left }) => [
    annotation.kind,
    annotation.at / minute,
    'name' in annotation ? annotation.name : '',
    change.creations,
    left.creations,
  ])
}

describe('the changes of a balance', () => {
  // Would catch a refund that is also listed as a top-up, and a top-up that is hidden by a refund.
  it('show each refund at the first reading that rose, and any rise without a refund as a top-up', () => {
    const samples = [sample(0, 36), sample(5, 38), sample(6, 38), sample(10, 88)]
    // The read of minute 6 saw both; the rise is of minute 5.
    const jobs = [refunded('otto.jpg', 1, 6), refunded('anna.jpg', 2, 6)]
    expect(listOf({ samples, jobs })).toEqual([
      ['refund', 5, 'otto.jpg', 1, 37],
      ['refund', 5, 'anna.jpg', 1, 38],
      ['top-up', 10, '', 50, 88],
    ])
    // Spending masked the rise: the refund is listed where it was seen, and takes nothing from a later rise.
    const masked = { samples: [sample(0, 36), sample(5, 36), sample(9, 40)], jobs: [refunded('otto.jpg', 1, 5)] }
    expect(listOf(masked)).toEqual([
      ['refund', 5, 'otto.jpg', 1, 36],
      ['top-up', 9, '', 4, 40],
    ])
  })

  // Would catch a claimed cost although others were sent meanwhile, or although no balance was read.
  it('show an unknown outcome only with the fall of the balance around it', () => {
    const evidence = {
      balanceBefore: reading(1, 38),
      balanceAfter: reading(3, 37),
      sentAt: minute,
      endedAt: 2 * minute,
    }
    const jobs = [
      aJob({ fileName: 'one.jpg', state: 'unknown', evidence }),
      aJob({ fileName: 'two.jpg', state: 'unknown', evidence: { ...evidence, othersSent: 2 } }),
      aJob({ fileName: 'three.jpg', state: 'unknown', evidence: { ...evidence, balanceAfter: null } }),
    ]
    expect(listOf({ samples: [sample(3, 37)], jobs })).toEqual([
      ['unknown', 1, 'three.jpg', null, null],
      // Nobody knows by how much the second outcome changed the balance.
      ['unknown', 3, 'one.jpg', -1, null],
      ['unknown', 3, 'two.jpg', null, 37],
    ])
  })

  // Would catch a batch with a balance from before its last creation, and an outdated reading beside an alert.
  it('show a batch with the first reading after it, and annotations with the reading that was still current', () => {
    const batch = { kind: 'batch', at: 2 * minute, count: 24, accepted: 19 } as const
    const recorded = {
      samples: [sample(1, 56), sample(4, 40), sample(6, 37)],
      batches: [{ annotation: batch, change: -19, endedAt: 5 * minute }],
      marks: [5, 30].map((at) => ({ kind: 'close-all', at: at * minute, count: 3 }) as const),
    }
    expect(listOf(recorded)).toEqual([
      ['close-all', 5, '', null, 40],
      ['batch', 6, '', -19, 37],
      ['close-all', 30, '', null, null],
    ])
  })

  // Would catch rows that read 32, 35, 31 because a batch shows its final balance at its start time.
  it('add up in their order, whatever started first', () => {
    const batch = { kind: 'batch', at: minute, count: 6, accepted: 6 } as const
    const recorded = {
      samples: [sample(0, 35), sample(2, 32), sample(3, 34), sample(5, 32)],
      jobs: [refunded('otto.jpg', 2, 3), refunded('anna.jpg', 2, 3)],
      batches: [
        { annotation: batch, change: -2, endedAt: 5 * minute },
        { annotation: { ...batch, at: 1.5 * minute }, change: -3, endedAt: 2 * minute },
      ],
    }
    expect(listOf(recorded)).toEqual([
      ['batch', 2, '', -3, 32],
      ['refund', 3, 'otto.jpg', 1, 33],
      ['refund', 3, 'anna.jpg', 1, 34],
      ['batch', 5, '', -2, 32],
    ])
  })

  it('show a top-up of the duration without a change of the creations', () => {
    const [change] = changesOf({ samples: [sample(0, 5, 100), sample(5, 5, 400)] })
    expect(change).toMatchObject({
      annotation: { kind: 'top-up' },
      change: { creations: null, duration: 300 },
      left: { duration: 400 },
    })
  })

  // Would catch the next account's balance that is listed as a top-up of the previous account.
  it('show a change of account instead of the rise', () => {
    const samples = [sample(0, 5), sample(5, 400)]
    expect(listOf({ samples, accountChanges: [3 * minute] })).toEqual([['account-changed', 3, '', null, 400]])
  })

  // Would catch a refund that is listed as a top-up until it is recognised.
  it('show an awaited refund at the rise that might contain it', () => {
    const refund = { state: 'awaited' as const, before: reading(1, 36), after: null }
    const jobs = [aJob({ fileName: 'otto.jpg', state: 'failed', refund })]
    expect(listOf({ samples: [sample(1, 36), sample(5, 36)], jobs })).toEqual([])
    expect(listOf({ samples: [sample(1, 36), sample(5, 38)], jobs })).toEqual([
      ['refund', 5, 'otto.jpg', 1, 37],
      ['top-up', 5, '', 1, 38],
    ])
  })
})
