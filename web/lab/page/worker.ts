// Runs one experiment beside the page, which ends this worker to cancel it.
import { loadHolonom } from 'holonom';
import { sentError } from '../../language/site-error.js';
import { run } from '../experiment.js';
import type { Message, Request, Row } from './messages.js';

const tell = (message: Message): void => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    const holonom = await loadHolonom();
    const { experiment, setup, variants } = data;
    const note = (beyond: number): void => tell({ beyond });
    for (const row of run(holonom, experiment, { setup, variants: [...variants], note }))
      tell({ row: row as Row });
    tell({ done: true });
  } catch (error) {
    tell({ failed: sentError(error) });
  }
});
