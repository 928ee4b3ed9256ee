// A plot as a picture that can be read wherever it is put.

/** A line's name beside a stroke of its color. */
export interface LineName {
  readonly name: string;
  readonly color: string;
  readonly dash: readonly number[];
}

/** Lengths of the names' rows. Unit: pixels of the page. */
const row = 20;
const gap = 16;
const stroke = 20;

/** The plot on paper, with the names of its lines below, as sharp as on the screen. */
export function plotPicture(
  plot: HTMLCanvasElement,
  lines: readonly LineName[],
  { font, ink, paper }: Readonly<{ font: string; ink: string; paper: string }>,
): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d') as CanvasRenderingContext2D;
  const width = plot.width / devicePixelRatio;
  context.font = font;
  let [x, y] = [gap, row / 2];
  const places = lines.map(({ name }) => {
    const needed = stroke + gap / 2 + context.measureText(name).width + gap;
    if (x > gap && x + needed > width) [x, y] = [gap, y + row];
    const place = { x, y };
    x += needed;
    return place;
  });
  picture.width = plot.width;
  picture.height = plot.height + Math.ceil((y + row) * devicePixelRatio);
  context.fillStyle = paper;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(plot, 0, 0);
  context.translate(0, plot.height);
  context.scale(devicePixelRatio, devicePixelRatio);
  context.font = font;
  context.textBaseline = 'middle';
  context.lineWidth = 2;
  for (const [i, { name, color, dash }] of lines.entries()) {
    const { x, y } = places[i] as { x: number; y: number };
    context.strokeStyle = color;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + stroke, y);
    context.stroke();
    context.fillStyle = ink;
    context.fillText(name, x + stroke + gap / 2, y);
  }
  return picture;
}
