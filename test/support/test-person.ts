/**
 * A person in front of the window, which a machine lacks: agrees to main's questions unless the test says otherwise.
 */
import type { PersonCheck, Question } from '../../src/main/ipc/user-gesture.ts'
import { refusal } from '../../src/shared/failure.ts'

/** The person, and the questions they received. */
export interface TestPerson extends PersonCheck {
  readonly asked: readonly Question[]
  /** Their answer to the next questions; it can take time. */
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
