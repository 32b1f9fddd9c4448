/** A person in front of the window, which a machine does not have: asked by main, agrees unless the test says otherwise. */
import type { PersonCheck, Question } from '../../src/main/ipc/user-gesture.ts'
import { refusal } from '../../src/shared/failure.ts'

/** The person, and what they were asked. */
export interface TestPerson extends PersonCheck {
  readonly asked: readonly Question[]
  /** What they answer to the next questions; it may take its time. */
  answer: () => boolean | Promise<boolean>
}

export function createTestPerson(): TestPerson {
  const asked: Question[] = []
  const ask = async (_windowId: number, question: Question): Promise<void> => {
    asked.push(question)
    if (!(await person.answer())) throw refusal('not-confirmed')
  }
  const person: TestPerson = {
    asked,
    answer: () => true,
    redeem: ask,
    gesture: ask,
    ask,
  }
  return person
}
