// The built site, served from a free port.
import { fileURLToPath } from 'node:url';
import { serve } from '../../.tools/serve.mjs';

/** Serves dist/site as any host of static files would. Close it when done. */
export const serveSite = () => serve(fileURLToPath(new URL('../../dist/site', import.meta.url)));
