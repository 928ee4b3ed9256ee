const beatsPerSecond = 4;

/**
 * Calls `done` after so many seconds in which the page could work. It counts short beats: on some systems timers count
 * the time that a closed laptop slept, but all of that makes only one beat late.
 * @returns what stops it.
 */
export function afterAwake(seconds: number, done: () => void): () => void {
  let left = Math.ceil(beatsPerSecond * seconds);
  const timer = setInterval(() => {
    if (--left > 0) return;
    clearInterval(timer);
    done();
  }, 1000 / beatsPerSecond);
  return () => clearInterval(timer);
}
