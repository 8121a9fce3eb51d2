// Draws the numbers that RecordingPen (view/recording_pen.h) has recorded on a canvas of the page. The operations, their
// numbers and their arguments are explained there.

const Op = {
  Save: 1,
  Restore: 2,
  Translate: 3,
  Rotate: 4,
  Scale: 5,
  Arc: 6,
  Circle: 7,
  Ellipse: 8,
  Rectangle: 9,
  RoundedRectangle: 10,
  Line: 11,
  Close: 12,
  Fill: 13,
  FillAll: 14,
  FillUpwards: 15,
  Stroke: 16,
  Paint: 17,
  Dash: 18,
  Clip: 19,
  ClipAll: 20,
  Text: 21,
  Backdrop: 22,
} as const;

const kFullTurn = 2 * Math.PI;

/** The bytes of a colour 0xAARRGGBB. */
const byteOf = (colour: number, power: number) => Math.floor(colour / 256 ** power) % 256;

function cssOf(colour: number): string {
  const [alpha, red, green, blue] = [3, 2, 1, 0].map((power) => byteOf(colour, power));
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

const cssColours = new Map<number, string>();

/** The colour as CSS writes it. A drawing has few colours, so that each is written once. */
function css(colour: number): string {
  let text = cssColours.get(colour);
  if (text === undefined) {
    if (cssColours.size > 4096) cssColours.clear(); // colours that fade away
    cssColours.set(colour, (text = cssOf(colour)));
  }
  return text;
}

/** The four corners are quarters of circles, as in ctx.roundRect(), which older browsers lack. */
function roundedRectangle(context: CanvasRenderingContext2D, [x, y, wide, high, radius]: ArrayLike<number> & Iterable<number>) {
  context.moveTo(x + radius, y);
  context.arcTo(x + wide, y, x + wide, y + high, radius);
  context.arcTo(x + wide, y + high, x, y + high, radius);
  context.arcTo(x, y + high, x, y, radius);
  context.arcTo(x, y, x + wide, y, radius);
  context.closePath();
}

/** Reads a list of numbers from its beginning to its end, and draws each operation. */
class Drawing {
  private at = 0;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly numbers: Float64Array,
    private readonly family: string,
    private readonly backdrop?: CanvasImageSource,
  ) {}

  draw() {
    this.context.beginPath();
    while (this.at < this.numbers.length) this.operation(this.next());
  }

  private next(): number {
    return this.numbers[this.at++];
  }

  private take(count: number): Float64Array {
    return this.numbers.subarray(this.at, (this.at += count));
  }

  private operation(op: number) {
    const context = this.context;
    switch (op) {
      case Op.Save:
        return context.save();
      case Op.Restore:
        return context.restore();
      case Op.Translate:
        return context.translate(this.next(), this.next());
      case Op.Rotate:
        return context.rotate(this.next());
      case Op.Scale:
        return context.scale(this.next(), this.next());
      case Op.Arc:
        return this.arc(this.next(), this.next(), this.next(), this.next(), this.next());
      case Op.Circle:
        this.arc(this.next(), this.next(), this.next(), 0, kFullTurn);
        return context.closePath();
      case Op.Ellipse:
        return this.ellipse(this.next(), this.next(), this.next(), this.next());
      case Op.Rectangle:
        return context.rect(this.next(), this.next(), this.next(), this.next());
      case Op.RoundedRectangle:
        return roundedRectangle(context, this.take(5));
      case Op.Line:
        return this.line(this.next());
      case Op.Close:
        return context.closePath();
      case Op.Fill:
        return this.fill(css(this.next()), "evenodd");
      case Op.FillAll:
        return this.fill(css(this.next()), "nonzero");
      case Op.FillUpwards:
        return this.fill(this.gradient(this.next(), this.next(), this.next(), this.next()), "evenodd");
      case Op.Stroke:
        return this.stroke(this.next(), this.next());
      case Op.Paint:
        context.fillStyle = css(this.next());
        context.fill("evenodd");
        return this.stroke(this.next(), this.next());
      case Op.Dash:
        return context.setLineDash(Array.from(this.take(this.next())));
      case Op.Clip:
        return this.clip("evenodd");
      case Op.ClipAll:
        return this.clip("nonzero");
      case Op.Text:
        return this.text(this.next(), this.next(), this.next(), this.next(), this.next());
      case Op.Backdrop:
        return this.drawBackdrop(this.next(), this.next());
      default:
        throw new Error(`a recorded drawing has no operation ${op}`);
    }
  }

  private arc(x: number, y: number, radius: number, from: number, to: number) {
    this.context.moveTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
    this.context.arc(x, y, radius, from, to);
  }

  private ellipse(x: number, y: number, radiusX: number, radiusY: number) {
    this.context.moveTo(x + radiusX, y);
    this.context.ellipse(x, y, radiusX, radiusY, 0, 0, kFullTurn);
    this.context.closePath();
  }

  private line(points: number) {
    this.context.moveTo(this.next(), this.next());
    for (let i = 1; i < points; ++i) this.context.lineTo(this.next(), this.next());
  }

  private gradient(lowY: number, low: number, highY: number, high: number): CanvasGradient {
    const gradient = this.context.createLinearGradient(0, lowY, 0, highY);
    gradient.addColorStop(0, css(low));
    gradient.addColorStop(1, css(high));
    return gradient;
  }

  private fill(style: string | CanvasGradient, rule: CanvasFillRule) {
    this.context.fillStyle = style;
    this.context.fill(rule);
    this.context.beginPath();
  }

  private stroke(colour: number, width: number) {
    this.context.strokeStyle = css(colour);
    this.context.lineWidth = width;
    this.context.stroke();
    this.context.beginPath();
  }

  private clip(rule: CanvasFillRule) {
    this.context.clip(rule);
    this.context.beginPath();
  }

  private text(x: number, y: number, size: number, bold: number, colour: number) {
    const text = String.fromCodePoint(...this.take(this.next()));
    const context = this.context;
    context.font = fontOf(size, bold !== 0, this.family);
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    context.direction = "ltr";
    context.fillStyle = css(colour);
    // Between these marks (first strong isolate), the text has the direction of its first letter.
    context.fillText(`\u2068${text}\u2069`, x, y);
  }

  private drawBackdrop(wide: number, high: number) {
    if (this.backdrop) this.context.drawImage(this.backdrop, 0, 0, wide, high);
  }
}

/** The CSS font of a text. Widths of texts must be measured with the same one. */
export function fontOf(sizePx: number, bold: boolean, family: string): string {
  return `${bold ? "bold " : ""}${sizePx}px ${family}`;
}

/**
 * Draws a recorded list of numbers. `family` is a list of CSS font families. The list of a task begins with the backdrop,
 * which has a list of its own. `backdrop` is a canvas of the same size on which that list was drawn; without it, the task
 * has no backdrop.
 */
export function drawNumbers(
  context: CanvasRenderingContext2D,
  numbers: Float64Array,
  family: string,
  backdrop?: CanvasImageSource,
): void {
  new Drawing(context, numbers, family, backdrop).draw();
}
