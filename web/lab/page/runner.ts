import type { SentError } from '../../language/site-error.js';
import type { Message, Request, Row } from './messages.js';

/** What happens in a run. */
export interface RunEvents {
  row(row: Row): void;
  /** How many rows beyond the last are as good as done. */
  progress(beyond: number): void;
  /** The run is over, by itself or by an error. */
  ended(error?: SentError): void;
}

/** Starts a run in a worker of its own. Returns what ends it at once. */
export function startRun(request: Request, events: RunEvents): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const end = (error?: SentError): void => {
    worker.terminate();
    events.ended(error);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('row' in data) events.row(data.row);
    else if ('beyond' in data) events.progress(data.beyond);
    else end('failed' in data ? data.failed : undefined);
  });
  worker.addEventListener('error', ({ message }) =>
    end({ message: message || 'The worker of the experiment could not be loaded.' }),
  );
  worker.postMessage(request);
  return () => worker.terminate();
}
