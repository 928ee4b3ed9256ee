// In development, a console warning for worlds that are dropped without dispose(). Never relied on for memory.

declare const process: { env: { NODE_ENV?: string } };

function inDevelopment(): boolean {
  try {
    // Bundlers replace this expression; in a bare page there is no process.
    return process.env.NODE_ENV !== 'production';
  } catch {
    return ['localhost', '127.0.0.1', '[::1]'].includes(globalThis.location?.hostname);
  }
}

let registry: FinalizationRegistry<string> | undefined;

/** Watches a new world. */
export function warnIfDropped(world: object): void {
  if (typeof FinalizationRegistry === 'undefined' || !inDevelopment()) return;
  registry ??= new FinalizationRegistry((origin) => {
    console.warn(
      `A Holonom world was dropped without dispose(); its memory is lost. It was made here:\n${origin}`,
    );
  });
  registry.register(world, new Error().stack?.split('\n').slice(3).join('\n') ?? 'unknown', world);
}

/** Stops watching a disposed world. */
export function forgetUndisposed(world: object): void {
  registry?.unregister(world);
}
