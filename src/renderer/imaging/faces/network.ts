/** A small network of floats, laid out from a model file and run in plain JavaScript: docs/decisions/012-faces.md */
import { convolution, depthwiseConvolution, enlarged, maxPool, rectified, reshaped, sum, widened } from './layers.ts'
import type { Kernel, Plane, Step } from './layers.ts'
import type { ModelFile, Operator } from './model-file.ts'

/** Fills the input (rows × columns × 3, each -1 to 1), runs, and answers the outputs, which the next run overwrites. */
export interface Network {
  readonly input: Plane
  readonly run: () => readonly Float32Array[]
}

// Numbers of operations and of options in tensorflow/lite/schema/schema.fbs.
const code = {
  add: 0,
  convolution: 3,
  depthwise: 4,
  dequantize: 6,
  maxPool: 17,
  relu: 19,
  reshape: 22,
  resize: 23,
  pad: 34,
}
const same = 0
// Where an operation's options would name an activation joined to it; this model has its own steps for them.
const fusedActivation: Readonly<Record<number, number>> = {
  [code.add]: 0,
  [code.convolution]: 3,
  [code.depthwise]: 4,
  [code.maxPool]: 5,
}

function plane(shape: readonly number[], data: Float32Array | Int32Array | null): Plane {
  const [rows = 1, columns = 1, channels = 1] = shape.length === 4 ? shape.slice(1) : shape
  const floats = data instanceof Float32Array ? data : new Float32Array(rows * columns * channels)
  return { rows, columns, channels, data: floats }
}

/** Joins operators to the planes they read and write. */
class Layout {
  readonly planes: Plane[]
  private readonly model: ModelFile

  constructor(model: ModelFile) {
    this.model = model
    this.planes = []
    for (const [n, tensor] of model.tensors.entries()) this.planes[n] = plane(tensor.shape, tensor.constant)
  }

  at(tensor: number | undefined): Plane {
    const found = tensor === undefined ? undefined : this.planes[tensor]
    if (found === undefined) throw new Error('model: an operator names no tensor')
    return found
  }

  /** The half-precision constants of the file are already floats: their dequantized name is another name for them. */
  alias({ inputs, outputs: [output] }: Operator): void {
    if (output !== undefined) this.planes[output] = this.at(inputs[0])
  }

  step(operator: Operator): Step {
    const fused = fusedActivation[operator.code]
    if (fused !== undefined && operator.byteOption(fused) !== 0) throw new Error('model: a joined activation')
    const [first, second] = operator.inputs
    const target = this.at(operator.outputs[0])
    const planes = [this.at(first), target] as const
    switch (operator.code) {
      case code.convolution:
        return convolution(planes, this.kernel(operator, second), this.weights(operator))
      case code.depthwise:
        return depthwiseConvolution(planes, this.kernel(operator, second), this.weights(operator))
      case code.add:
        return sum([this.at(first), this.at(second), target])
      default:
        return simpleStep(operator, planes)
    }
  }

  private kernel(operator: Operator, weights: number | undefined): Kernel {
    const shape = (weights === undefined ? undefined : this.model.tensors[weights]?.shape) ?? []
    const [, rows = 1, columns = 1] = shape
    return { rows, columns, stride: operator.intOption(1), samePadding: operator.byteOption(0) === same }
  }

  private weights({ inputs: [, weights, bias] }: Operator): { weights: Float32Array; bias: Float32Array } {
    return { weights: this.at(weights).data, bias: this.at(bias).data }
  }
}

function pool(operator: Operator): Kernel {
  return {
    rows: operator.intOption(4),
    columns: operator.intOption(3),
    stride: operator.intOption(1),
    samePadding: operator.byteOption(0) === same,
  }
}

/** A step from one plane to one other, without constants. */
function simpleStep(operator: Operator, planes: readonly [Plane, Plane]): Step {
  switch (operator.code) {
    case code.maxPool:
      return maxPool(planes, pool(operator))
    case code.relu:
      return rectified(planes)
    case code.pad:
      return widened(planes)
    case code.reshape:
      return reshaped(planes)
    case code.resize:
      return enlarged(planes, operator.byteOption(3) !== 0)
    default:
      throw new Error(`model: operation ${operator.code} is not known`)
  }
}

/** Lays a network out in memory; throws when the model uses what is not built here. */
export function createNetwork(model: ModelFile): Network {
  const layout = new Layout(model)
  for (const operator of model.operators) if (operator.code === code.dequantize) layout.alias(operator)
  const steps = model.operators
    .filter((operator) => operator.code !== code.dequantize)
    .map((operator) => layout.step(operator))
  const outputs = model.outputs.map((tensor) => layout.at(tensor).data)
  return {
    input: layout.at(model.input),
    run: () => {
      for (const step of steps) step()
      return outputs
    },
  }
}
