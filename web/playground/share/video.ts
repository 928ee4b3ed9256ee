// A video of the stage, by the recorder of the browser.
const types = ['video/mp4', 'video/webm;codecs=vp9', 'video/webm'];

/** Whether this browser can record a canvas. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype;

/** Records until the function it gives is called. @returns what ends it and gives the video. */
export function record(canvas: HTMLCanvasElement): () => Promise<Blob> {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const stream = canvas.captureStream(60);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 8_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start(1000);
  return () =>
    new Promise((resolve) => {
      recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        resolve(new Blob(parts, { type: mimeType.split(';')[0] ?? '' }));
      };
      recorder.stop();
    });
}
