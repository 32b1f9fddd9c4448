/** What stayed in its order where things were put into another. */

interface Best {
  /** Weight of the heaviest run that ends here. */
  readonly weight: number
  /** Place of its last member; -1 for no run. */
  readonly place: number
}

const nothing: Best = { weight: 0, place: -1 }

// A Fenwick tree of maxima: the heaviest run among the values below one, in logarithmic time.
class HeaviestBelow {
  private readonly tree: Best[]

  constructor(size: number) {
    this.tree = Array.from({ length: size + 1 }, () => nothing)
  }

  below(value: number): Best {
    let best = nothing
    for (let at = value; at > 0; at -= at & -at) {
      const here = this.tree[at] ?? nothing
      if (here.weight > best.weight) best = here
    }
    return best
  }

  note(value: number, best: Best): void {
    for (let at = value + 1; at < this.tree.length; at += at & -at) {
      if (best.weight > (this.tree[at] ?? nothing).weight) this.tree[at] = best
    }
  }
}

/**
 * Gives the places of the longest rising run of `values` (whole numbers from 0, none twice), in order. Among the longest
 * it takes one with as many members as can be for which `isPreferred` holds. Takes time n log n.
 */
export function increasingSubsequence(
  values: readonly number[],
  isPreferred: (place: number) => boolean = () => false,
): readonly number[] {
  const size = values.reduce((max, value) => Math.max(max, value + 1), 0)
  const heaviest = new HeaviestBelow(size)
  const before: number[] = []
  let best = nothing
  for (const [place, value] of values.entries()) {
    const { weight, place: previous } = heaviest.below(value)
    before.push(previous)
    // One more member outweighs any number of preferred ones.
    const here = { weight: weight + values.length + 1 + (isPreferred(place) ? 1 : 0), place }
    heaviest.note(value, here)
    if (here.weight > best.weight) best = here
  }
  const run: number[] = []
  for (let place = best.place; place !== -1; place = before[place] ?? -1) run.push(place)
  return run.reverse()
}
