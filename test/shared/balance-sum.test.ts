import { describe, expect, it } from 'vitest'
import { sumBalance } from '../../src/shared/model/balance-sum.ts'
import type { Evidence } from '../../src/shared/schemas/avatar.ts'
import { imageInfo } from '../../src/shared/schemas/avatar.ts'

const image = imageInfo.parse({ imageId: 'ab'.repeat(32), type: 'jpeg', width: 16, height: 9, bytes: 7 })

function sum(before: number, after: number, changes: Partial<Evidence> = {}, withImage = true) {
  const evidence: Evidence = {
    balanceBefore: { avatarCreationsLeft: before, at: 1 },
    balanceAfter: { avatarCreationsLeft: after, at: 9 },
    sentAt: 2,
    endedAt: 8,
    ...changes,
  }
  return sumBalance({ evidence, image: withImage ? image : null })
}

const guess = (...given: Parameters<typeof sum>) => {
  const { unexplained, guess: guessed } = sum(...given) ?? expect.fail()
  return [unexplained, guessed]
}

describe('a creation alone', () => {
  it('was probably created when the balance fell by one, and not when it stayed', () => {
    expect(guess(37, 36)).toEqual([1, 'created'])
    expect(guess(37, 37)).toEqual([0, 'notCreated'])
  })

  it('is undecidable when others must have used the account, or it was topped up', () => {
    expect(guess(37, 33)).toEqual([4, 'unclear'])
    expect(guess(37, 47)).toEqual([-10, 'unclear'])
  })

  it('without an image was created when a creation is gone; otherwise it may have cost nothing', () => {
    expect(guess(37, 36, {}, false)).toEqual([1, 'created'])
    expect(guess(37, 37, {}, false)).toEqual([0, 'unclear'])
  })

  it('has no sum without both readings', () => {
    expect(sum(37, 36, { balanceAfter: null })).toBeNull()
    expect(sum(37, 36, { balanceBefore: null })).toBeNull()
    expect(sumBalance({ evidence: null, image })).toBeNull()
  })
})

describe('a creation beside others', () => {
  it.each([
    ['one accepted', 37, 35, { othersSent: 1, othersAccepted: 1 }, 1, 'created'],
    ['one accepted, which explains the fall', 37, 36, { othersSent: 1, othersAccepted: 1 }, 0, 'notCreated'],
    ['three accepted', 37, 33, { othersSent: 3, othersAccepted: 3 }, 1, 'created'],
    ['an accepted one that the balance does not show yet', 37, 37, { othersSent: 1, othersAccepted: 1 }, -1, 'unclear'],
    ['one of unknown outcome, and both are paid', 37, 35, { othersSent: 1 }, 2, 'created'],
    ['one of unknown outcome, and neither is paid', 37, 37, { othersSent: 1 }, 0, 'notCreated'],
    ['one of unknown outcome, and one of the two is paid', 37, 36, { othersSent: 1 }, 1, 'unclear'],
    ['one of each kind', 37, 34, { othersSent: 2, othersAccepted: 1 }, 2, 'created'],
    ['a refund that hides it', 37, 37, { refunded: 1 }, 1, 'created'],
    ['a refund alone', 37, 38, { refunded: 1 }, 0, 'notCreated'],
    ['a refund that may have come', 37, 37, { refundsAwaited: 1 }, 0, 'unclear'],
    ['a refund that may have come, and has not', 37, 36, { refundsAwaited: 1 }, 1, 'created'],
    ['a refund that came and was not noted yet', 37, 38, { refundsAwaited: 1 }, -1, 'notCreated'],
  ] as const)('%s', (_what, before, after, changes, unexplained, guessed) => {
    expect(guess(before, after, changes)).toEqual([unexplained, guessed])
  })

  it('returns the numbers of its calculation', () => {
    expect(sum(37, 34, { othersSent: 3, othersAccepted: 2, refunded: 1, refundsAwaited: 1 })).toEqual({
      fell: 3,
      accepted: 2,
      uncertain: 1,
      refunded: 1,
      refundsAwaited: 1,
      unexplained: 2,
      guess: 'created',
    })
  })
})
